#include <catch2/catch.hpp>

#include <limits>

#include "repose/solver.hpp"

using namespace repose;

TEST_CASE("backends are found by name") {
  for (Backend backend : kBackends) CHECK(find_backend(backend_name(backend)) == backend);
  CHECK_FALSE(find_backend("CPU").has_value());
}

TEST_CASE("the bias of a step follows from its number and the first bias") {
  StepSpan span;
  CHECK(span.bias(0) == Bias::left);
  CHECK(span.bias(1) == Bias::right);
  CHECK(span.bias(1000000000001) == Bias::right);
  span.first_bias = Bias::right;
  CHECK(span.bias(0) == Bias::right);
  CHECK(span.bias(7) == Bias::left);
}

TEST_CASE("parameters are rounded and clamped as their description says") {
  ParameterInfo info;
  info.minimum = -2;
  info.maximum = 5;
  info.default_value = 1;
  CHECK(clamp_parameter(info, 3.25) == 3.25);
  CHECK(clamp_parameter(info, 9) == 5);
  CHECK(clamp_parameter(info, -std::numeric_limits<double>::infinity()) == -2);
  CHECK(clamp_parameter(info, std::numeric_limits<double>::quiet_NaN()) == 1);
  info.kind = ParameterInfo::Kind::integer;
  CHECK(clamp_parameter(info, 3.25) == 3);
}
