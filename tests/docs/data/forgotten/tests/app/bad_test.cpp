// Two of these three are run by nothing.
TEST_CASE("a", "[.][never]") {}
TEST_CASE("b", "[slow]") {}
TEST_CASE("c", "[.long]") {}
