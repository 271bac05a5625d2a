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

}  // namespace repose
