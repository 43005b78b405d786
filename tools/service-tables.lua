-- Fills the tables of services in docs/services.md, docs/privacy.md and docs/services-own.md from
-- the folders of scripts/services. Run from the repository's folder (`make docs` does so):
--   mixhost --allow-write docs tools/service-tables.lua --write
--   mixhost tools/service-tables.lua --check
-- --check names the file and the row that differ, and ends with 1.
local service_tables = require("spec.service_tables")

local mode, extra = ...
if extra or mode ~= "--write" and mode ~= "--check" then
  mix.ui.fail("--write or --check expected", 2)
end

local services, faults = service_tables.services()
if not services then mix.ui.fail(table.concat(faults, "\n")) end

local differences = {}
for _, document in ipairs(service_tables.documents) do
  local text = assert(mix.fs.read(document.path))
  if mode == "--check" then
    for _, difference in ipairs(service_tables.differences(document, text, services)) do
      differences[#differences + 1] = difference
    end
  else
    local filled, fault = service_tables.filled(document, text, services)
    if not filled then mix.ui.fail(fault) end
    if filled ~= text then assert(mix.fs.write(document.path, filled)) end
  end
end
if differences[1] then
  mix.ui.fail(table.concat(differences, "\n") .. "\n`make docs` writes the tables")
end
