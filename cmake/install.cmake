# SPDX-License-Identifier: MIT
# Installation: library, headers, a CMake package (widenoise::widenoise) and a pkg-config file, both
# of which may be moved with the prefix. A project that embeds this one installs itself.
option(WN_INSTALL "Install the library" ${PROJECT_IS_TOP_LEVEL})
if(NOT WN_INSTALL)
  return()
endif()
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(TARGETS widenoise EXPORT widenoise
  ARCHIVE LIBRARY RUNTIME
  INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY include/widenoise DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

set(WN_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/widenoise)
install(EXPORT widenoise FILE widenoise-config.cmake NAMESPACE widenoise::
  DESTINATION ${WN_CMAKE_DIR})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/widenoise-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/widenoise-config-version.cmake DESTINATION ${WN_CMAKE_DIR})

file(RELATIVE_PATH WN_PREFIX_FROM_PC
  ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
configure_file(cmake/widenoise.pc.in ${PROJECT_BINARY_DIR}/widenoise.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/widenoise.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
