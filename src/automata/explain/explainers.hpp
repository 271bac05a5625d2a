// The explainers there are, one per automaton; each returns null for rules that its automaton cannot run.
#pragma once

#include <memory>

#include "repose/explain.hpp"

namespace repose::density {
std::unique_ptr<Explainer> make_explainer(const Ruleset& ruleset);
}
namespace repose::conserving {
std::unique_ptr<Explainer> make_explainer(const Ruleset& ruleset);
}
namespace repose::elements {
std::unique_ptr<Explainer> make_explainer(const Ruleset& ruleset);
}
namespace repose::fastsab {
std::unique_ptr<Explainer> make_explainer(const Ruleset& ruleset);
}
namespace repose::tiles {
std::unique_ptr<Explainer> make_explainer(const Ruleset& ruleset);
}
namespace repose::sandpile {
std::unique_ptr<Explainer> make_explainer(const Ruleset& ruleset);
}
namespace repose::water {
std::unique_ptr<Explainer> make_explainer(const Ruleset& ruleset);
}
