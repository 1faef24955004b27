// SPDX-License-Identifier: Apache-2.0

/// The style of the window, in colours of libadwaita, which follow the desktop's choice of light or dark.
let style = """
  .search-field { font-size: 1.5em; background: none; box-shadow: none; outline: none; border: none; padding: 0; min-height: 36px; }
  .search-field placeholder { opacity: 0.45; }
  .search-bar { padding: 10px 18px; min-height: 40px; }
  .search-bar > image { opacity: 0.6; }
  .results { background: none; padding: 4px 8px 10px 8px; }
  .results > row, .results > row:hover, .results > row:active, .results > row:selected { background: none; padding: 0; min-height: 0; }
  .results > row:focus-visible { outline: none; }
  .entry { padding: 6px 10px; border-radius: 9px; }
  .results > row:hover .entry { background: alpha(currentColor, 0.06); }
  .results > row:selected .entry { background: alpha(@accent_bg_color, 0.22); }
  .results > row:selected .entry .name { font-weight: bold; }
  .entry.more { padding: 4px 10px 4px 54px; color: @accent_color; font-size: 0.9em; }
  .group-heading { font-size: 0.85em; font-weight: bold; opacity: 0.6; padding: 12px 10px 4px 10px; }
  .subtitle { font-size: 0.88em; opacity: 0.65; }
  .badge { font-size: 0.8em; opacity: 0.65; font-style: italic; }
  .suggestion { padding: 2px 12px; min-height: 24px; border-radius: 999px; font-weight: normal; }
  .suggestions { padding: 0 16px 8px 16px; }
  .divider { background: alpha(currentColor, 0.1); margin: 8px 0 12px 0; }
  .preview { padding: 20px 22px; }
  .preview-name { font-size: 1.2em; font-weight: bold; }
  .preview .facts, .preview .location { opacity: 0.7; }
  .preview .location { font-size: 0.88em; }
  .attribute-title { opacity: 0.6; font-size: 0.9em; }
  .attribute-value { font-size: 0.9em; }
  .excerpt { background: alpha(currentColor, 0.06); border-radius: 9px; padding: 10px 12px; }
  .thumbnail { border-radius: 6px; }
  .footer { padding: 6px 16px; font-size: 0.85em; }
  .footer > label, .footer .hint { opacity: 0.65; }
  .footer > label.warning, .footer > label.error { opacity: 1; }
  .key { font-size: 0.9em; padding: 0 5px; border-radius: 4px; background: alpha(currentColor, 0.12); }
  """
