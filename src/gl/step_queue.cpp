#include "gl/step_queue.hpp"

#include <utility>

namespace repose {

StepQueue::~StepQueue() {
  if (previous_ != nullptr) glDeleteSync(previous_);
}

void StepQueue::group_issued(const Group& group) {
  cells_ += group.steps * group.cells;
  if (++groups_ < kBatchGroups && cells_ < kBatchCells) return;
  groups_ = cells_ = 0;
  const GLsync fence = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
  glFlush();
  wait(std::exchange(previous_, fence));
}

void StepQueue::finish() {
  wait(std::exchange(previous_, nullptr));
  wait(glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0));
  groups_ = cells_ = 0;
}

void StepQueue::wait(GLsync fence) {
  if (fence == nullptr) return;
  constexpr GLuint64 kSecond = 1'000'000'000;
  GLenum state = GL_TIMEOUT_EXPIRED;
  while (state == GL_TIMEOUT_EXPIRED) state = wait_for_fence(fence, kSecond);
  if (state == GL_WAIT_FAILED) failed_ = true;
  glDeleteSync(fence);
}

StepClock::~StepClock() {
  for (const Timing& timing : timings_) {
    if (timing.query != 0) glDeleteQueries(1, &timing.query);
  }
}

bool StepClock::begin() {
  if (is_gl_es()) return false;  // OpenGL ES 3.0 has no timer queries
  Timing& timing = timings_[next_];
  if (timing.waits) return false;
  if (timing.query == 0) glGenQueries(1, &timing.query);
  glBeginQuery(GL_TIME_ELAPSED, timing.query);
  return true;
}

void StepClock::end(double issue_seconds) {
  glEndQuery(GL_TIME_ELAPSED);
  timings_[next_].waits = true;
  timings_[next_].issue_seconds = issue_seconds;
  next_ = (next_ + 1) % kQueries;
}

double StepClock::take_late_seconds() {
  for (Timing& timing : timings_) {
    if (!timing.waits) continue;
    GLuint answered = 0;
    glGetQueryObjectuiv(timing.query, GL_QUERY_RESULT_AVAILABLE, &answered);
    if (answered == 0) continue;
    GLuint64 nanoseconds = 0;
    glGetQueryObjectui64v(timing.query, GL_QUERY_RESULT, &nanoseconds);
    timing.waits = false;
    ahead_ += static_cast<double>(nanoseconds) * 1e-9 - timing.issue_seconds;
  }
  return ahead_ > 0 ? std::exchange(ahead_, 0) : 0;
}

}  // namespace repose
