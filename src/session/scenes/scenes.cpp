#include "repose/scene.hpp"
