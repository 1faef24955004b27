// Inlined: the static tools then need no second library, and short inputs cost no call.
#define XXH_INLINE_ALL
#include <xxhash.h>
