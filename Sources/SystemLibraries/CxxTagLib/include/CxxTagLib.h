#pragma once

// TagLib behind a C interface: C++ interoperability does not link with a static Swift runtime.
