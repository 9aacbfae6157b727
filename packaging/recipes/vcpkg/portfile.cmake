# SPDX-License-Identifier: MIT
vcpkg_download_distfile(archive
    URLS "https://libspe.invalid/releases/v${VERSION}/libspe-${VERSION}.tar.gz"
    FILENAME "libspe-${VERSION}.tar.gz"
    SHA512 @SHA512@)
vcpkg_extract_source_archive(SOURCE_PATH ARCHIVE "${archive}")

string(COMPARE EQUAL "${VCPKG_LIBRARY_LINKAGE}" dynamic shared)
string(COMPARE EQUAL "${VCPKG_LIBRARY_LINKAGE}" static static)
vcpkg_check_features(OUT_FEATURE_OPTIONS features FEATURES lab LIBSPE_LAB)
vcpkg_cmake_configure(SOURCE_PATH "${SOURCE_PATH}" OPTIONS
    -DLIBSPE_SHARED=${shared} -DLIBSPE_STATIC=${static} -DLIBSPE_TOOLS=OFF ${features})
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/libspe DO_NOT_DELETE_PARENT_CONFIG_PATH)
if("lab" IN_LIST FEATURES)
    vcpkg_cmake_config_fixup(PACKAGE_NAME libspe-lab CONFIG_PATH lib/cmake/libspe-lab DO_NOT_DELETE_PARENT_CONFIG_PATH)
endif()
vcpkg_fixup_pkgconfig()

file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share"
    "${CURRENT_PACKAGES_DIR}/lib/cmake" "${CURRENT_PACKAGES_DIR}/debug/lib/cmake" "${CURRENT_PACKAGES_DIR}/share/man")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
