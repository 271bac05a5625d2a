#include "gl/step_clock.hpp"

#include <utility>

namespace repose {

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
