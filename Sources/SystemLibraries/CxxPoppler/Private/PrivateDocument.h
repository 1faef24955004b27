// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "CxxPoppler.h"

/// Loads what Poppler shares between documents.
void preparePrivate();

/// Opens a document through Poppler's private headers. Returns `nullptr` and sets `problem` on
/// failure.
pdf_document *openPrivate(int descriptor, int64_t byteCount, pdf_problem &problem);
