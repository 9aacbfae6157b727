# SPDX-License-Identifier: MIT
class Libspe < Formula
  desc "Decoder and encoder of Arm SPE records"
  homepage "https://libspe.invalid"
  url "https://libspe.invalid/releases/v@VERSION@/libspe-@VERSION@.tar.gz"
  sha256 "@SHA256@"
  license "MIT"

  depends_on "cmake" => :build
  depends_on "capstone"
  depends_on "zstd"
  uses_from_macos "zlib"

  def install
    system "cmake", "-S", ".", "-B", "build", "-DBUILD_SHARED_LIBS=ON", "-DLIBSPE_LIBDW=OFF", *std_cmake_args
    system "cmake", "--build", "build"
    system "cmake", "--install", "build"
  end

  test do
    (testpath/"test.c").write <<~EOS
      #include <libspe/spe.h>
      #include <stdio.h>
      int main(void) { return puts(spe_version()) < 0; }
    EOS
    system ENV.cc, "test.c", "-I#{include}", "-L#{lib}", "-lspe", "-o", "test"
    assert_equal version.to_s, shell_output("./test").strip
    assert_match version.to_s, shell_output("#{bin}/spe-dump --version")
  end
end
