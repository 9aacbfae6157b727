# SPDX-License-Identifier: MIT
{ lib, stdenv, fetchurl, perl, pkg-config, capstone, elfutils, zlib, zstd }:

stdenv.mkDerivation rec {
  pname = "libspe";
  version = "@VERSION@";
  src = fetchurl {
    url = "https://libspe.invalid/releases/v${version}/libspe-${version}.tar.gz";
    sha256 = "@SHA256@";
  };

  nativeBuildInputs = [ perl pkg-config ];
  buildInputs = [ capstone elfutils zlib zstd ];
  postPatch = "patchShebangs .";
  makeFlags = [ "PREFIX=${placeholder "out"}" "CC=${stdenv.cc.targetPrefix}cc" "TOOLS_LINK=shared" "V=1" ];
  enableParallelBuilding = true;
  doCheck = true;
  checkTarget = "check-units";

  meta = {
    description = "Decoder and encoder of Arm SPE records";
    homepage = "https://libspe.invalid";
    license = lib.licenses.mit;
    maintainers = [ ];
    mainProgram = "spe-dump";
    platforms = lib.platforms.linux;
  };
}
