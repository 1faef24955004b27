// SPDX-License-Identifier: Apache-2.0

#pragma once

// The functions of libsystemd that CSystemd declares and the programs call. They load the library when one is called first, since most programs of
// the executable never call one: the library and the five that it needs cost each start a millisecond. Without the library, they fail with ENOSYS.
