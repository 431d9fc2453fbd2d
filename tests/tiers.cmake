# moo_add_test(NAME name [TIER quick|slow|library] [SANITIZER] [TIMEOUT seconds] COMMAND …)
#
# A test of one tier, which becomes its label:
#   quick     the default: all of them together take less than two minutes
#   slow      compiles much, or simulates for long
#   library   needs the Modelica Standard Library, and skips itself without it
# SANITIZER adds the label `sanitizer`: test.sh runs the test in the build with sanitizers, too.
# A test that takes longer than TIMEOUT fails. Sanitizers and valgrind are slow, and so are busy machines.
function(moo_add_test)
    cmake_parse_arguments(PARSE_ARGV 0 test "SANITIZER" "NAME;TIER;TIMEOUT" "COMMAND")
    if(test_UNPARSED_ARGUMENTS OR NOT test_NAME OR NOT test_COMMAND)
        message(FATAL_ERROR "moo_add_test(${ARGV}) is not understood")
    endif()
    if(NOT test_TIER)
        set(test_TIER quick)
    elseif(NOT test_TIER MATCHES "^(quick|slow|library)$")
        message(FATAL_ERROR "${test_NAME}: there is no tier ${test_TIER}")
    endif()
    if(NOT test_TIMEOUT)
        set(test_TIMEOUT 600)
        if(test_TIER STREQUAL quick)
            set(test_TIMEOUT 120)
        endif()
    endif()
    if(test_SANITIZER)
        list(APPEND test_TIER sanitizer)
        # Programs that the label needs are what test.sh builds with sanitizers.
        list(GET test_COMMAND 0 program)
        if(TARGET "${program}" AND NOT program MATCHES "::")
            add_dependencies(sanitizer_tests "${program}")
        endif()
    endif()
    add_test(NAME "${test_NAME}" COMMAND ${test_COMMAND})
    # Slow tests begin first, so that none of them runs alone in the end.
    set(cost 1)
    if("slow" IN_LIST test_TIER)
        set(cost 10)
    endif()
    set_tests_properties("${test_NAME}" PROPERTIES LABELS "${test_TIER}" TIMEOUT "${test_TIMEOUT}" COST ${cost})
endfunction()

# Everything that tests with the label `sanitizer` run.
add_custom_target(sanitizer_tests)
