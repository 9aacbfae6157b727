# SPDX-License-Identifier: MIT
SUMMARY = "Decoder and encoder of Arm SPE records"
HOMEPAGE = "https://libspe.invalid"
LICENSE = "MIT"
LIC_FILES_CHKSUM = "file://LICENSE;md5=@LICENSE_MD5@"

SRC_URI = "https://libspe.invalid/releases/v${PV}/libspe-${PV}.tar.gz"
SRC_URI[sha256sum] = "@SHA256@"

inherit meson pkgconfig perlnative

PACKAGECONFIG ??= "tools"
PACKAGECONFIG[tools] = "-Dtools=enabled,-Dtools=disabled,elfutils zlib zstd"
EXTRA_OEMESON = "-Ddefault_library=both -Dcapstone=disabled"

PACKAGE_BEFORE_PN = "${PN}-tools ${PN}-lab"
FILES:${PN}-tools = "${bindir} ${datadir}/bash-completion ${datadir}/fish ${datadir}/zsh"
FILES:${PN}-lab = "${libdir}/libspe-lab.so.*"
