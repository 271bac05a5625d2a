#include "repose/session.hpp"
