#include "app/files/world_saver.hpp"

#include <chrono>

#include "core/background.hpp"
#include "core/within_memory.hpp"

namespace repose {

void WorldSaver::begin(std::filesystem::path path, WorldDocument document, Done done) {
  jobs_.emplace_back(std::move(path), std::move(document), std::move(done));
  if (jobs_.size() == 1) start_first();
}

void WorldSaver::start_first() {
  Job& job = jobs_.front();
  job.status = in_background([&job] {
    Status status;
    const auto note = [&job](double share) { job.progress.store(share, std::memory_order_relaxed); };
    if (!within_memory([&] { status = write_world_file(job.path, job.document, note); }))
      status = Status::failure("The world could not be saved: there is not enough memory.");
    return status;
  });
}

void WorldSaver::end_first() {
  const Status status = jobs_.front().status.get();
  const Done done = std::move(jobs_.front().done);
  jobs_.pop_front();
  if (!jobs_.empty()) start_first();
  if (done) done(status);
}

void WorldSaver::poll() {
  while (!jobs_.empty() && jobs_.front().status.wait_for(std::chrono::seconds(0)) == std::future_status::ready)
    end_first();
}

void WorldSaver::finish() {
  while (!jobs_.empty()) end_first();
}

}  // namespace repose
