# Makes the targets of swashplate. Included by the build tree and by the installed package, which set before:
#
#   swashplate_include_dir   swashplate.h, swashplate.hpp, swashplate.f90
#   swashplate_shared        the file of the shared library
#   swashplate_soname        its SONAME
#   swashplate_static        the file of the static library

if(NOT TARGET swashplate::swashplate)
  add_library(swashplate::swashplate SHARED IMPORTED)
  set_target_properties(swashplate::swashplate PROPERTIES
    IMPORTED_LOCATION "${swashplate_shared}"
    IMPORTED_SONAME "${swashplate_soname}"
    INTERFACE_INCLUDE_DIRECTORIES "${swashplate_include_dir}")
endif()

if(NOT TARGET swashplate::static)
  add_library(swashplate::static STATIC IMPORTED)
  set_target_properties(swashplate::static PROPERTIES
    IMPORTED_LOCATION "${swashplate_static}"
    INTERFACE_LINK_LIBRARIES "-lgcc_s;-lutil;-lrt;-lpthread;-lm;-ldl;-lc"
    INTERFACE_INCLUDE_DIRECTORIES "${swashplate_include_dir}")
endif()

# Absolute, and kept for a call of swashplate_add_fortran() from any directory.
set_property(GLOBAL PROPERTY SWASHPLATE_FORTRAN_SOURCE "${swashplate_include_dir}/swashplate.f90")

# swashplate_add_fortran()
#
# A .mod file belongs to one compiler, so none is installed: the module is compiled in the user's build. This makes the
# target swashplate::fortran (its object file, and the directory of its .mod file). It contains interfaces and thin
# wrappers only; the library itself is a second item:
#
#   target_link_libraries(rotor PRIVATE swashplate::fortran swashplate::swashplate)   # or swashplate::static
#
# It is called by itself when Fortran is enabled before find_package or add_subdirectory; otherwise call it after
# enable_language(Fortran).
function(swashplate_add_fortran)
  if(TARGET swashplate_fortran)
    return()
  endif()
  get_property(source GLOBAL PROPERTY SWASHPLATE_FORTRAN_SOURCE)
  set(modules "${CMAKE_CURRENT_BINARY_DIR}/swashplate_fortran")
  add_library(swashplate_fortran OBJECT EXCLUDE_FROM_ALL "${source}")
  set_target_properties(swashplate_fortran PROPERTIES
    Fortran_MODULE_DIRECTORY "${modules}"
    POSITION_INDEPENDENT_CODE ON)
  target_include_directories(swashplate_fortran INTERFACE "${modules}")
  add_library(swashplate::fortran ALIAS swashplate_fortran)
endfunction()

get_property(swashplate_languages GLOBAL PROPERTY ENABLED_LANGUAGES)
if("Fortran" IN_LIST swashplate_languages)
  swashplate_add_fortran()
endif()
unset(swashplate_languages)
