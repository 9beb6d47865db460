# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# Which Debian packages are needed for what, and their installation. Sourced by the other scripts.

# The library and the command.
packages_command=(gcc libc6-dev make cmake libsimde-dev libpng-dev libjansson-dev)

# All tests: C++ and its compiler for the headers and the benchmarks, references (MPFR, libnoise),
# a second compiler, sanitizers, cross build and emulator, and what checks the sources.
# shellcheck disable=SC2034 # used by test.sh
packages_tests=(
  "${packages_command[@]}"
  g++ libbenchmark-dev libstb-dev
  libmpfr-dev libgmp-dev libnoise-dev
  clang libclang-rt-dev libomp-dev
  gcc-aarch64-linux-gnu libc6-dev-arm64-cross
  qemu-user
  binutils pkg-config clang-format shellcheck
)

# Installs the packages that are missing; does nothing if none is.
packages_install() {
  local package missing=() as_root=()
  if ! command -v apt-get >/dev/null; then
    echo "No apt-get here: going on without. Needed are what Debian calls: $*" >&2
    return
  fi
  for package in "$@"; do
    [[ $(dpkg-query -W -f '${db:Status-Abbrev}' "$package" 2>/dev/null) == ii* ]] ||
      missing+=("$package")
  done
  ((${#missing[@]})) || return 0
  if ((EUID)); then
    if ! command -v sudo >/dev/null; then
      echo "Missing packages; as root: apt-get install ${missing[*]}" >&2
      return 1
    fi
    as_root=(sudo)
  fi
  echo "Installing: ${missing[*]}"
  "${as_root[@]}" apt-get -qq update
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get -qq install -y --no-install-recommends "${missing[@]}" >/dev/null
}
