#pragma once

// Linux calls and macros that the Glibc module does not show to Swift.
