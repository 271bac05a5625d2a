// What comes of wires, switches, cloners and drains in the default world, by count.
#include "session/world_outcomes.hpp"
#include "support.hpp"

namespace repose::test {

namespace {

constexpr std::string_view kCharge = "charge charge2 charge3 gate gate2 gate3";

// Paints some sparks on the left end of a wire. Does the lamp light up within 3 seconds? Waits until it is dark again.
bool pulse_arrives(OutcomeStage& stage) {
  stage.rect("spark", {{10, 22}, {13, 23}});
  const bool lit = stage.step_until("lit", 1, 3 * kStepsPerSecond) < 3 * kStepsPerSecond;
  stage.step(kStepsPerSecond);
  stage.step_until_gone("lit dim dim2", 12 * kStepsPerSecond);
  return lit;
}

// Paints some sparks on the switch and waits until it has changed.
void press(OutcomeStage& stage) {
  stage.rect("spark", {{31, 21}, {34, 22}});
  stage.step(6 * kStepsPerSecond);
}

}  // namespace

TEST_CASE("a spark at one end of a wire of 100 cells lights the lamp at the other end, and then all is quiet",
          "[outcomes]") {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    CAPTURE(seed);
    OutcomeStage stage(120, 30, seed);
    stage.rect("stone", {{0, 25}, {119, 29}});
    stage.rect("wire", {{10, 24}, {109, 24}});
    stage.rect("lamp", {{110, 20}, {114, 24}});
    stage.rect("spark", {{10, 22}, {13, 23}});
    const int lit = stage.step_until("lit", 1, 3 * kStepsPerSecond);
    CHECK(lit < 3 * kStepsPerSecond);
    CHECK(lit >= 50);
    CHECK(stage.step_until("lit dim dim2", 20, kStepsPerSecond) < kStepsPerSecond);
    stage.step(8 * kStepsPerSecond);
    CHECK(stage.count(kCharge) == 0);
    CHECK(stage.count("wire") == 100);
    CHECK(stage.count("lamp") == 25);
  }
}

TEST_CASE("a switch stops pulses until a spark turns it on, and stops them again after the next spark", "[outcomes]") {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    CAPTURE(seed);
    OutcomeStage stage(70, 30, seed);
    stage.rect("stone", {{0, 25}, {69, 29}});
    stage.rect("wire", {{10, 24}, {29, 24}});
    stage.rect("switch", {{30, 23}, {35, 24}});
    stage.rect("wire", {{36, 24}, {54, 24}});
    stage.rect("lamp", {{55, 21}, {58, 24}});
    CHECK_FALSE(pulse_arrives(stage));
    press(stage);
    CHECK(stage.count("switchon") == 12);
    CHECK(pulse_arrives(stage));
    press(stage);
    CHECK(stage.count("switch") == 12);
    CHECK_FALSE(pulse_arrives(stage));
  }
}

TEST_CASE("a cloner that water has touched pours water, and a drain swallows water and sand", "[outcomes]") {
  OutcomeStage tap(60, 60, 1);
  tap.rect("cloner", {{28, 20}, {31, 21}});
  tap.step(kStepsPerSecond);
  CHECK(tap.count("cloner") == 8);
  CHECK(tap.count("air cloner") == 3600);
  tap.rect("water", {{28, 18}, {31, 19}});
  tap.step(kStepsPerSecond);
  CHECK(tap.count("water") >= 200);
  CHECK(tap.count("cloner:water") == 8);
  OutcomeStage sink(40, 30, 1);
  sink.rect("drain", {{0, 29}, {39, 29}});
  sink.rect("water", {{0, 19}, {39, 28}});
  sink.rect("sand", {{10, 9}, {29, 18}});
  sink.step(kStepsPerSecond);
  CHECK(sink.count("water sand") == 0);
  CHECK(sink.count("drain") == 40);
}

TEST_CASE("a battery sends pulses again and again, and a fan blows sand away", "[outcomes]") {
  OutcomeStage stage(80, 30, 1);
  stage.rect("stone", {{0, 25}, {79, 29}});
  stage.rect("battery", {{5, 23}, {7, 24}});
  stage.rect("wire", {{8, 24}, {60, 24}});
  stage.rect("lamp", {{61, 21}, {64, 24}});
  int times = 0;
  for (int i = 0; i < 20; ++i) {
    stage.step_until_gone("lit dim dim2", 3 * kStepsPerSecond);
    times += stage.step_until("lit", 1, 3 * kStepsPerSecond) < 3 * kStepsPerSecond;
  }
  CHECK(times == 20);
  OutcomeStage wind(80, 40, 1);
  wind.rect("stone", {{0, 35}, {79, 39}});
  wind.rect("fan", {{38, 33}, {41, 34}});
  wind.rect("sand", {{35, 20}, {44, 29}});
  wind.step(4 * kStepsPerSecond);
  CHECK(wind.count("sand", {{34, 0}, {45, 34}}) <= 20);
}

}  // namespace repose::test
