-- Screens for the tests of the page: every kind, long lists, texts that want to be markup.
return {
  name = "gallery",
  summary = "every kind of the page",
  entry = "gallery.lua",
  screens = { { "kinds", title = "Every <b>bold</b> kind" }, "cards", "rows", "forms" },
}
