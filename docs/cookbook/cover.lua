-- Saves a book's cover: mixhost --allow-write . cover.lua 9780140328721 cover.jpg
local isbn, path = ...
local address = ("https://covers.openlibrary.org/b/isbn/%s-L.jpg"):format(isbn or "9780140328721")
local file, err = mix.http.download(address, path or "cover.jpg", { query = { default = "false" } })
if not file then mix.ui.fail(err.message) end
print(("%s: %d bytes"):format(path or "cover.jpg", mix.fs.info(path or "cover.jpg").size))
