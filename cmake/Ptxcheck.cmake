# SPDX-License-Identifier: Apache-2.0
# Checks the PTX and CUDA sources of a target with ptxcheck while it is built.
#
#   find_package(ptxcheck REQUIRED)          # or include(Ptxcheck)
#   ptxcheck_add_check(<target> [ARCH <arch>...] [OPTIONS <option>...] [SOURCES <file>...])
#
# Sources that end in .ptx, .cu or .cuh are checked before the target is built, each again when it or
# ptxcheck has changed; an error stops the build. SOURCES names the files instead of those of the
# target. ARCH is sm_100a or the like; without it, C++ is checked for the target's CUDA_ARCHITECTURES
# and PTX for its own .target. OPTIONS are those of ptxcheck: -Werror, --toolkit=13.0, ...
# The target <target>_ptxcheck only checks.
#
# PTXCHECK_EXECUTABLE is the program; what is in PATH, if it is not set.

include_guard()
cmake_minimum_required(VERSION 3.15)

if(NOT PTXCHECK_EXECUTABLE)
    find_program(PTXCHECK_EXECUTABLE ptxcheck DOC "checker for NVIDIA PTX")
endif()

# CUDA_ARCHITECTURES as names of ptxcheck: 90a-real is sm_90a. Words such as native name none.
function(_ptxcheck_arches target out)
    get_target_property(arches ${target} CUDA_ARCHITECTURES)
    if(NOT arches)
        set(arches ${CMAKE_CUDA_ARCHITECTURES})
    endif()
    set(names)
    foreach(arch IN LISTS arches)
        if(arch MATCHES "^([0-9]+[af]?)(-real|-virtual)?$")
            list(APPEND names sm_${CMAKE_MATCH_1})
        endif()
    endforeach()
    list(REMOVE_DUPLICATES names)
    set(${out} ${names} PARENT_SCOPE)
endfunction()

# The path of a source of a target: in its source folder, or generated in its binary folder.
function(_ptxcheck_path target source out)
    get_target_property(folder ${target} SOURCE_DIR)
    get_filename_component(path "${source}" ABSOLUTE BASE_DIR "${folder}")
    if(NOT EXISTS "${path}")
        get_target_property(folder ${target} BINARY_DIR)
        get_filename_component(generated "${source}" ABSOLUTE BASE_DIR "${folder}")
        get_source_file_property(is_generated "${generated}" GENERATED)
        if(is_generated OR EXISTS "${generated}")
            set(path "${generated}")
        endif()
    endif()
    set(${out} "${path}" PARENT_SCOPE)
endfunction()

# One command for each architecture; without any, one.
function(_ptxcheck_commands path options arches out)
    set(command COMMAND "${PTXCHECK_EXECUTABLE}" ${options})
    set(commands)
    foreach(arch IN LISTS arches)
        list(APPEND commands ${command} --arch=${arch} -- "${path}")
    endforeach()
    if(NOT commands)
        set(commands ${command} -- "${path}")
    endif()
    set(${out} ${commands} PARENT_SCOPE)
endfunction()

function(ptxcheck_add_check target)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "ARCH;OPTIONS;SOURCES")
    if(NOT TARGET ${target})
        message(FATAL_ERROR "ptxcheck_add_check: there is no target '${target}'")
    endif()
    if(arg_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "ptxcheck_add_check: unknown argument: ${arg_UNPARSED_ARGUMENTS}")
    endif()
    if(NOT PTXCHECK_EXECUTABLE)
        message(FATAL_ERROR "ptxcheck_add_check: no program ptxcheck; PTXCHECK_EXECUTABLE names it")
    endif()

    set(sources ${arg_SOURCES})
    if(NOT sources)
        get_target_property(sources ${target} SOURCES)
    endif()
    _ptxcheck_arches(${target} arches)
    set(stamps)
    foreach(source IN LISTS sources)
        if(source MATCHES "[$]<" OR NOT source MATCHES "[.](ptx|cu|cuh)$")
            continue()
        endif()
        set(wanted ${arg_ARCH})
        if(NOT wanted AND NOT CMAKE_MATCH_1 STREQUAL "ptx")
            set(wanted ${arches})
        endif()
        _ptxcheck_path(${target} "${source}" path)
        _ptxcheck_commands("${path}" "${arg_OPTIONS}" "${wanted}" commands)
        string(MD5 name "${path}")
        get_filename_component(base "${path}" NAME)
        set(stamp "${CMAKE_CURRENT_BINARY_DIR}/ptxcheck/${target}/${base}.${name}")
        add_custom_command(
            OUTPUT "${stamp}"
            ${commands}
            COMMAND "${CMAKE_COMMAND}" -E touch "${stamp}"
            DEPENDS "${path}" "${PTXCHECK_EXECUTABLE}"
            COMMENT "Checking ${base}"
            VERBATIM)
        list(APPEND stamps "${stamp}")
    endforeach()
    if(NOT stamps)
        message(WARNING "ptxcheck_add_check: '${target}' has no source that ends in .ptx, .cu or .cuh")
    endif()
    file(MAKE_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}/ptxcheck/${target}")
    add_custom_target(${target}_ptxcheck DEPENDS ${stamps})
    add_dependencies(${target} ${target}_ptxcheck)
endfunction()
