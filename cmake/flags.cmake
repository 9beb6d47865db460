# SPDX-License-Identifier: MIT
# Flags of every target. The contract forbids fusing a multiplication with an addition: GCC does it
# even to intrinsics under gnu11, clang within expressions, and -mno-fma does not stop AVX-512 or
# AArch64. So -ffp-contract=off stands everywhere, tests and benchmarks included.
set(WN_FP_FLAGS -ffp-contract=off -fno-fast-math -fno-math-errno -fno-trapping-math)
set(WN_WARNINGS -Wall -Wextra -Wpedantic -Wshadow -Wno-psabi)
set(WN_C_WARNINGS -Werror=implicit-function-declaration)
set(WN_NO_VECTORIZE -fno-tree-vectorize -fno-tree-slp-vectorize)
if(CMAKE_C_COMPILER_ID MATCHES Clang)
  set(WN_NO_VECTORIZE -fno-vectorize -fno-slp-vectorize)
endif()
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(i.86|x86)$")
  list(APPEND WN_FP_FLAGS -msse2 -mfpmath=sse)
endif()

function(wn_target target)
  target_compile_options(${target} PRIVATE ${WN_FP_FLAGS} ${WN_WARNINGS}
    $<$<COMPILE_LANGUAGE:C>:${WN_C_WARNINGS}>)
  if(WN_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  if(NOT PROJECT_IS_TOP_LEVEL)
    # a debug build of an engine is for the engine's bugs, and noise without optimisation crawls
    target_compile_options(${target} PRIVATE $<$<CONFIG:Debug>:-O2>)
  endif()
  target_compile_definitions(${target} PRIVATE WN_BUILD)
  set_target_properties(${target} PROPERTIES
    POSITION_INDEPENDENT_CODE ON
    C_VISIBILITY_PRESET hidden
    CXX_VISIBILITY_PRESET hidden
    INTERPROCEDURAL_OPTIMIZATION OFF)
endfunction()
