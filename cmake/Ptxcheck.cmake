# SPDX-License-Identifier: Apache-2.0
# Checks the PTX and CUDA sources of a target with ptxcheck when the target is built, and generates sources from PTX.
#
#   find_package(ptxcheck REQUIRED)          # or include(Ptxcheck)
#   ptxcheck_add_check(<target> [ARCH <arch>...] [OPTIONS <option>...] [SOURCES <file>...])
#   ptxcheck_pp(<target> SOURCES <file>... [ARCH <arch>] [OPTIONS <option>...])
#   ptxcheck_emit(<target> HEADER <name> ARCH <arch> [ONLY <pattern>...] [OPTIONS <option>...])
#   ptxcheck_emit(<target> HEADER <name> FILE <file.ptx> [ARCH <arch>] [ONLY <pattern>...] [OPTIONS <option>...])
#   ptxcheck_emit(<target> KERNELS <file.ptx>... [ARCH <arch>] [OPTIONS <option>...])
#
# ptxcheck_add_check: checks the .ptx, .cu and .cuh files and the C++ headers (.h .hpp .hh .hxx .inl .inc) among the sources
# before the target is built. A file is checked again when it or ptxcheck has changed; an error stops the build. SOURCES
# replaces the target's own sources. ARCH is a name such as sm_100a; without it, C++ is checked for the target's
# CUDA_ARCHITECTURES and PTX for its own .target. OPTIONS are those of ptxcheck: -Werror, --toolkit=13.0, ...
# The target <target>_ptxcheck only checks.
#
# ptxcheck_pp: expands the PTX blocks in each file, for example gemm.cu to gemm.pp.cu, and adds the result to the target,
# whose sources must not include the original file. The default ARCH is the target's CUDA_ARCHITECTURES if that is exactly one.
#
# ptxcheck_emit: writes a header of functions for the instructions of a file or of an architecture; ONLY restricts them.
# The target includes the header as "<name>". With KERNELS, the kernels of each file become a source of the target.
#
# PTXCHECK_EXECUTABLE is the program to run; by default, the ptxcheck in PATH.

include_guard()
cmake_minimum_required(VERSION 3.15)

if(NOT PTXCHECK_EXECUTABLE)
    find_program(PTXCHECK_EXECUTABLE ptxcheck DOC "checker for NVIDIA PTX")
endif()

# Converts CUDA_ARCHITECTURES to the names of ptxcheck: 90a-real is sm_90a. Values such as `native` are skipped.
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

# Finds a source of a target, which is in its source folder or is generated in its binary folder.
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

# Returns one command for each architecture, or a single one if none is given.
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

# Stops if the target does not exist, an argument is unknown, or ptxcheck was not found.
function(_ptxcheck_arguments function target unknown)
    if(NOT TARGET ${target})
        message(FATAL_ERROR "${function}: there is no target '${target}'")
    endif()
    if(unknown)
        message(FATAL_ERROR "${function}: unknown argument: ${unknown}")
    endif()
    if(NOT PTXCHECK_EXECUTABLE)
        message(FATAL_ERROR "${function}: no program ptxcheck; PTXCHECK_EXECUTABLE names it")
    endif()
endfunction()

# Returns --arch=... for ARCH or for the only architecture of the target, or nothing.
function(_ptxcheck_arch target arch out)
    if(NOT arch)
        _ptxcheck_arches(${target} arch)
    endif()
    list(LENGTH arch count)
    if(count EQUAL 1)
        set(${out} --arch=${arch} PARENT_SCOPE)
    else()
        set(${out} "" PARENT_SCOPE)
    endif()
endfunction()

# Adds a command that writes `output` from `input` by running ptxcheck with the remaining arguments.
function(_ptxcheck_make input output)
    get_filename_component(folder "${output}" DIRECTORY)
    get_filename_component(base "${output}" NAME)
    file(MAKE_DIRECTORY "${folder}")
    add_custom_command(
        OUTPUT "${output}"
        COMMAND "${PTXCHECK_EXECUTABLE}" ${ARGN}
        DEPENDS ${input} "${PTXCHECK_EXECUTABLE}"
        COMMENT "Making ${base}"
        COMMAND_EXPAND_LISTS VERBATIM)
endfunction()

# Adds to the target the source that the ptxcheck command `command` generates from a file.
function(_ptxcheck_source target command source ending arch options)
    _ptxcheck_path(${target} "${source}" path)
    get_filename_component(base "${path}" NAME_WE)
    get_filename_component(folder "${path}" DIRECTORY)
    string(MD5 name "${path}")
    string(SUBSTRING "${name}" 0 8 name)
    set(output "${CMAKE_CURRENT_BINARY_DIR}/ptxcheck/${target}/${name}/${base}${ending}")
    _ptxcheck_make("${path}" "${output}" ${command} ${options} ${arch} -o "${output}" -- "${path}")
    target_sources(${target} PRIVATE "${output}")
    target_include_directories(${target} PRIVATE "${folder}")
endfunction()

function(ptxcheck_pp target)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "ARCH" "OPTIONS;SOURCES")
    _ptxcheck_arguments(ptxcheck_pp "${target}" "${arg_UNPARSED_ARGUMENTS}")
    if(NOT arg_SOURCES)
        message(FATAL_ERROR "ptxcheck_pp: SOURCES names the files to expand")
    endif()
    _ptxcheck_arch(${target} "${arg_ARCH}" arch)
    # What '#if' leaves out depends on them. They may be set after this call.
    set(defined "$<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>")
    list(APPEND arg_OPTIONS "$<$<BOOL:${defined}>:-D$<JOIN:${defined},$<SEMICOLON>-D>>")
    foreach(source IN LISTS arg_SOURCES)
        get_filename_component(ending "${source}" LAST_EXT)
        _ptxcheck_source(${target} pp "${source}" ".pp${ending}" "${arch}" "${arg_OPTIONS}")
    endforeach()
endfunction()

function(ptxcheck_emit target)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "HEADER;ARCH;FILE" "ONLY;OPTIONS;KERNELS")
    _ptxcheck_arguments(ptxcheck_emit "${target}" "${arg_UNPARSED_ARGUMENTS}")
    if(arg_HEADER AND arg_KERNELS OR NOT arg_HEADER AND NOT arg_KERNELS)
        message(FATAL_ERROR "ptxcheck_emit: either HEADER or KERNELS")
    endif()
    if(arg_KERNELS)
        set(arch)
        if(arg_ARCH)
            set(arch --arch=${arg_ARCH})
        endif()
        foreach(source IN LISTS arg_KERNELS)
            _ptxcheck_source(${target} "emit;--kernels" "${source}" ".cu" "${arch}" "${arg_OPTIONS}")
        endforeach()
        return()
    endif()
    if(NOT arg_FILE AND NOT arg_ARCH)
        message(FATAL_ERROR "ptxcheck_emit: HEADER wants a FILE or an ARCH")
    endif()
    set(words emit ${arg_OPTIONS})
    if(arg_ARCH)
        list(APPEND words --arch=${arg_ARCH})
    endif()
    if(arg_ONLY)
        string(REPLACE ";" "," only "${arg_ONLY}")
        list(APPEND words "--only=${only}")
    endif()
    set(folder "${CMAKE_CURRENT_BINARY_DIR}/ptxcheck/${target}/include")
    set(output "${folder}/${arg_HEADER}")
    set(path)
    if(arg_FILE)
        _ptxcheck_path(${target} "${arg_FILE}" path)
        _ptxcheck_make("${path}" "${output}" ${words} -o "${output}" -- "${path}")
    else()
        _ptxcheck_make("" "${output}" ${words} --all -o "${output}")
    endif()
    # A separate target, because the sources that include the header must be compiled after it is written.
    string(MAKE_C_IDENTIFIER "${arg_HEADER}" name)
    add_custom_target(${target}_${name} DEPENDS "${output}")
    add_dependencies(${target} ${target}_${name})
    target_include_directories(${target} PRIVATE "${folder}")
endfunction()

function(ptxcheck_add_check target)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "ARCH;OPTIONS;SOURCES")
    _ptxcheck_arguments(ptxcheck_add_check "${target}" "${arg_UNPARSED_ARGUMENTS}")

    set(sources ${arg_SOURCES})
    if(NOT sources)
        get_target_property(sources ${target} SOURCES)
    endif()
    _ptxcheck_arches(${target} arches)
    set(stamps)
    foreach(source IN LISTS sources)
        if(source MATCHES "[$]<" OR NOT source MATCHES "[.](ptx|cu|cuh|h|hpp|hh|hxx|inl|inc)$")
            continue()
        endif()
        set(wanted ${arg_ARCH})
        if(NOT wanted AND NOT CMAKE_MATCH_1 STREQUAL "ptx")
            set(wanted ${arches})
        endif()
        _ptxcheck_path(${target} "${source}" path)
        if(path MATCHES "/ptxcheck/${target}/") # generated by ptxcheck
            continue()
        endif()
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
        message(WARNING "ptxcheck_add_check: '${target}' has no source that ends in .ptx, .cu or .cuh, and no header")
    endif()
    file(MAKE_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}/ptxcheck/${target}")
    add_custom_target(${target}_ptxcheck DEPENDS ${stamps})
    add_dependencies(${target} ${target}_ptxcheck)
endfunction()
