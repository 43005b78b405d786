-- The stores of Apple that a chart's songs are looked up in, by the two letters of their country.

local storefronts = {}

local names = {
  { "ar", "Argentina" }, { "au", "Australia" }, { "at", "Austria" }, { "be", "Belgium" },
  { "br", "Brazil" }, { "bg", "Bulgaria" }, { "ca", "Canada" }, { "cl", "Chile" },
  { "co", "Colombia" }, { "hr", "Croatia" }, { "cz", "Czechia" }, { "dk", "Denmark" },
  { "eg", "Egypt" }, { "ee", "Estonia" }, { "fi", "Finland" }, { "fr", "France" },
  { "de", "Germany" }, { "gr", "Greece" }, { "hk", "Hong Kong" }, { "hu", "Hungary" },
  { "is", "Iceland" }, { "in", "India" }, { "id", "Indonesia" }, { "ie", "Ireland" },
  { "il", "Israel" }, { "it", "Italy" }, { "jp", "Japan" }, { "ke", "Kenya" },
  { "lv", "Latvia" }, { "lt", "Lithuania" }, { "lu", "Luxembourg" }, { "my", "Malaysia" },
  { "mt", "Malta" }, { "mx", "Mexico" }, { "nl", "Netherlands" }, { "nz", "New Zealand" },
  { "ng", "Nigeria" }, { "no", "Norway" }, { "pe", "Peru" }, { "ph", "Philippines" },
  { "pl", "Poland" }, { "pt", "Portugal" }, { "ro", "Romania" }, { "sa", "Saudi Arabia" },
  { "sg", "Singapore" }, { "sk", "Slovakia" }, { "si", "Slovenia" }, { "za", "South Africa" },
  { "kr", "South Korea" }, { "es", "Spain" }, { "se", "Sweden" }, { "ch", "Switzerland" },
  { "tw", "Taiwan" }, { "th", "Thailand" }, { "tr", "Turkey" }, { "ua", "Ukraine" },
  { "ae", "United Arab Emirates" }, { "gb", "United Kingdom" }, { "us", "United States" },
  { "vn", "Vietnam" },
}

--- The stores as a choice's options; one that is set and not among them is added.
function storefronts.options(present)
  local list, has_present = {}, false
  for place, entry in ipairs(names) do
    list[place] = { value = entry[1], label = entry[2] }
    has_present = has_present or entry[1] == present
  end
  if present and not has_present then
    table.insert(list, 1, { value = present, label = present:upper() })
  end
  return list
end

return storefronts
