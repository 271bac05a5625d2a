#include <catch2/catch.hpp>

#include <atomic>
#include <vector>

#include "repose/worker_pool.hpp"

using namespace repose;

TEST_CASE("a pool calls every part once, on any number of threads") {
  for (int threads : {1, 2, 3, 7}) {
    WorkerPool pool(threads);
    CHECK(pool.thread_count() == threads);
    for (std::size_t count : {0u, 1u, 2u, 5u, 1000u}) {
      std::vector<std::atomic<int>> calls(count);
      pool.run(count, [&](std::size_t i) { ++calls[i]; });
      for (const auto& c : calls) REQUIRE(c == 1);
    }
  }
}

TEST_CASE("a pool has finished all parts when run returns, round after round") {
  WorkerPool pool(3);
  std::vector<std::uint64_t> values(17);  // plain memory: the thread sanitizer sees a run that returns too early
  for (std::uint64_t round = 1; round <= 3000; ++round) {
    pool.run(values.size(), [&](std::size_t i) { values[i] += i; });
    for (std::size_t i = 0; i < values.size(); ++i) REQUIRE(values[i] == round * i);
  }
}

TEST_CASE("an exception in a part reaches the caller, and the pool works on") {
  for (const int threads : {1, 4}) {
    WorkerPool pool(threads);
    for (int round = 0; round < 20; ++round) {
      CHECK_THROWS_AS(pool.run(100,
                               [](std::size_t i) {
                                 if (i % 7 == 3) throw std::bad_alloc();
                               }),
                      std::bad_alloc);
      std::atomic<int> parts{0};
      pool.run(100, [&](std::size_t) { ++parts; });
      CHECK(parts == 100);
    }
  }
}

TEST_CASE("a pool that never worked goes away at once") {
  for (int i = 0; i < 50; ++i) WorkerPool pool(4);
  SUCCEED();
}

TEST_CASE("a pool of no stated size has a thread for every core, and an absurd one is cut down") {
  CHECK(WorkerPool(0).thread_count() >= 1);
  CHECK(WorkerPool(-5).thread_count() >= 1);
  CHECK(WorkerPool(1000000).thread_count() <= 256);
}
