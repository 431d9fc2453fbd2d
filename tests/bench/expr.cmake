# The expression store: memory per node, time to build, to walk and to differentiate.
add_executable(expr_bench expr_bench.cpp)
target_link_libraries(expr_bench PRIVATE moo::expr moo_warnings)
