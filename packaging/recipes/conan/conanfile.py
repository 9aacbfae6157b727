# SPDX-License-Identifier: MIT
import os

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout
from conan.tools.files import copy, get, rmdir
from conan.tools.microsoft import is_msvc

required_conan_version = ">=2.4"


class LibspeConan(ConanFile):
    name = "libspe"
    description = "Decoder and encoder of Arm SPE records"
    license = "MIT"
    url = "https://libspe.invalid/libspe.git"
    homepage = "https://libspe.invalid"
    topics = ("arm", "spe", "profiling", "perf")
    package_type = "library"
    languages = "C"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False], "fPIC": [True, False]}
    default_options = {"shared": False, "fPIC": True}
    implements = ["auto_shared_fpic"]

    def layout(self):
        cmake_layout(self, src_folder="src")

    def source(self):
        get(self, **self.conan_data["sources"][self.version], strip_root=True)

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["LIBSPE_SHARED"] = bool(self.options.shared)
        toolchain.cache_variables["LIBSPE_STATIC"] = not self.options.shared
        toolchain.cache_variables["LIBSPE_LAB"] = False  # its interface still changes
        toolchain.cache_variables["LIBSPE_TOOLS"] = False
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))
        CMake(self).install()
        for folder in (("lib", "cmake"), ("lib", "pkgconfig"), ("share",)):  # Conan writes its own
            rmdir(self, os.path.join(self.package_folder, *folder))

    def package_info(self):
        self.cpp_info.set_property("cmake_target_name", "libspe::libspe")
        self.cpp_info.set_property("pkg_config_name", "libspe")
        if self.options.shared:
            self.cpp_info.libs = ["spe"]
        else:
            self.cpp_info.libs = ["libspe" if is_msvc(self) else "spe"]
            self.cpp_info.defines = ["SPE_STATIC"]
