// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "CxxPoppler.h"

/// Loads what Poppler shares between documents.
void preparePublic();

/// Opens a document through poppler-cpp. Returns `nullptr` and sets `problem` on failure.
pdf_document *openPublic(int descriptor, int64_t byteCount, pdf_problem &problem);
