// SPDX-License-Identifier: Apache-2.0

#include "../Shared/PrivateHeaders.h"

#if HAS_PRIVATE_POPPLER

#include "Bookmarks.h"

#include <Dict.h>

#include <set>
#include <vector>

// The tree of ISO 32000-1, 12.3.3. Poppler's own class also reads the destination of each bookmark.
void forEachBookmark(const Object &outline, const std::function<void(const std::string &)> &body) {
  if (!outline.isDict())
    return;
  // Each bookmark is an object of its own. A damaged tree may lead to one again.
  std::set<int> visited;
  std::vector<Object> waiting;
  const auto add = [&](const Object &parent, const char *key) {
    const Object &link = parent.dictLookupNF(key);
    if (link.isRef() && visited.insert(link.getRef().num).second)
      waiting.push_back(parent.dictLookup(key));
  };
  add(outline, "First");
  while (!waiting.empty()) {
    const Object bookmark = std::move(waiting.back());
    waiting.pop_back();
    if (!bookmark.isDict())
      continue;
    const Object title = bookmark.dictLookup("Title");
    if (title.isString())
      body(title.getString()->toStr());
    add(bookmark, "Next");
    add(bookmark, "First");
  }
}

#endif
