# Writes the kit: every case in all encodings, with its expectation.
#
#   cmake -D MOCONV=… -D CASES=… -D KIT=… -P convert_cases.cmake
file(REMOVE_RECURSE "${KIT}")
file(MAKE_DIRECTORY "${KIT}/text" "${KIT}/json" "${KIT}/xml" "${KIT}/expect")
file(GLOB cases "${CASES}/*.moo")
foreach(case IN LISTS cases)
    get_filename_component(name "${case}" NAME_WE)
    foreach(encoding IN ITEMS text json xml)
        set(extension "${encoding}")
        if(encoding STREQUAL "text")
            set(extension moo)
        endif()
        execute_process(
            COMMAND "${MOCONV}" --to "${encoding}" "${case}" -o "${KIT}/${encoding}/${name}.${extension}"
            COMMAND_ERROR_IS_FATAL ANY
        )
    endforeach()
    file(COPY_FILE "${CASES}/${name}.expect" "${KIT}/expect/${name}.expect")
endforeach()
