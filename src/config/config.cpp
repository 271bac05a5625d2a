#include "repose/config.hpp"
