-- The words that invented titles and names are made of.

local vocabulary = { songs = {}, books = {} }
local songs, books = vocabulary.songs, vocabulary.books

-- The words of a list; `_` stands for a space within one.
local function words(text)
  local list = {}
  for word in text:gmatch("%S+") do list[#list + 1] = (word:gsub("_", " ")) end
  return list
end

local function joined(first, second)
  return table.move(second, 1, #second, #first + 1, table.move(first, 1, #first, 1, {}))
end

songs.adjectives = words [[
  Golden Silver Midnight Broken Electric Quiet Endless Crimson Velvet Frozen Burning Hollow Lucky
  Distant Paper Neon Summer Winter Lonely Restless Tender Wild Sacred Hidden Fading Glass Blue
  Violet Heavy Gentle Northern Southern Second Last First Secret Foreign Plastic Careless Wasted
  Bitter Sweet Slow Sudden Perfect Simple Modern Ancient Morning Borrowed Reckless Sleepless
]]

songs.nouns = words [[
  Harbour Lights River Heart Mirror Summer Thunder Garden Ocean Highway Avenue Shadow Fever Letter
  Stranger Echo Signal Horizon Diamond Ghost Paradise Carousel Satellite Island Window Fire Rain
  Memory Promise Station Empire Orchid Lantern Cathedral Avalanche Parade Compass Kingdom Ember
  Tiger Sparrow Machine Daylight Gravity Hurricane Ladder Anthem Voyage Season Kiss Dance Dream
  Street Skyline Tide Wonder Silence Whisper Circus Falcon
]]

songs.links = { "in the", "of", "under the", "and" }

songs.verbs = words [[
  Hold Find Leave Follow Remember Forgive Carry Trust Wake Forget Chase Call
]]

songs.plain_titles = words [[
  Stay Home Closer Runaway Lovers Hello Angels Gravity Butterflies Heaven Breathe Tonight Numbers
  Sorry Again Yesterday Alive Happier Control Faded Gasoline Mercy Radio Rewind Sirens Jealous
]]

songs.special_titles = {
  "Café del Río", "Déjà Vu Encore", "Corazón Sin Cara Nueva", "Mañana Será Tarde",
  "Über den Dächern", "Straße nach Süden", "Smørrebrød Blues", "Łódź w Deszczu", "Ça Ira Demain",
  "Façade", "Naïve Été", "Para Sempre São Paulo", "Gözlerin Işık", "Příliš Pozdě", "Ængstelig Nat",
  "Þögn", "El Niño Perdido", "夜明けの歌", "東京の雨", "さよならの夏", "星屑レコード", "月光小夜曲", "海边的风", "愛在深秋", "봄날의 거리",
  "너에게 가는 길", "서울의 밤", "Белый снег", "Последний поезд", "Ночной город", "Полёт", "Υπόσχεση",
  "ليل طويل", "שיר אחרון", "Rock ’n’ Roll Is Young", "Don’t Look Down (Again)",
  "(I Can’t Find) The Key", "Love / Hate", "99 Problems Later", "24/7 Heart", "1,000 Miles Away",
  "What’s the Time?", "Oh! Marie", "A.M. to P.M.", "M.I.L.K. & Honey", "Part-Time Lover Boy",
}

songs.first_names = words [[
  Nora Elias Mira Jonas Ava Leon Clara Milo Iris Hugo Tessa Oscar Luna Felix Stella Max Ruby Noah
  Freya Kai Maya Theo Zoe Finn Alma Ravi Ines Omar Lena Dario Selma Yusuf Greta Mateo Anouk Silas
  Priya Anton Marisol Tariq
]]

songs.last_names = words [[
  Winter Castellan Okafor Lindqvist Moreau Hartley Vance Delgado Novak Ferreira Whitlock Sato
  Brennan Kowalski Marchetti Osei Lindgren Rourke Abbott Valdez Petrov Ashford Nakamura Hale
  Duarte Keller Mensah Fontaine Grady Soto Ivers Quill Larsen Maddox Bright Calloway Reyes Thorne
  Varga Yilmaz Mbeki Carver Dunn Ekström Núñez Çelik Müller Dvořák Søndergaard Żuraw
]]

songs.band_nouns = words [[
  Lanterns Wolves Satellites Strangers Tides Rooftops Sundays Paper_Kites Foxes Arcades Echoes
  Postmen Lovers Engines Pilots Gardeners Comets Vandals Orchards Neighbours
]]

songs.stage_names = words [[
  NOVA-9 K!TE Mxlody SØLVE ÁUREA Drift.exe JUNO LVRS P$YCH Zaya AMARII B-Sidez Kid_Comet DJ_Falke
  MC_Lumen Yung_Harbour Lil_Orbit Big_Lantern $TAR 6LOCKS
]]

songs.special_names = {
  "米津あかり", "ヨルノオト", "夜光虫", "林小雨", "周晨", "서하늘", "봄비", "달빛소년", "Зима", "Полина Ветрова",
  "Группа Север", "Ελένη Θάλασσα", "نور الليل", "Sigur Þór", "Beyza Gül", "José & Los Faros",
  "Æther Ø", "The The Lights", "Simón y García", "Earth, Rain & Thunder", "AC/VC",
  "Guns ’n’ Lilies",
}

songs.genres = {
  "Pop", "Dance", "Hip-Hop/Rap", "R&B/Soul", "Alternative", "Rock", "Electronic", "Country",
  "K-Pop", "Latin", "Singer/Songwriter", "J-Pop",
}

books.nouns = joined(songs.nouns, words [[
  Archivist Cartographer Orchard Winter_Palace Clockmaker Beekeeper Translator Drowned_City
  Inheritance Almanac Apothecary Lighthouse Vineyard Emissary Heretic Ferryman Locksmith Meridian
  Marshland Alphabet Bookbinder Tempest Reliquary Wanderer Glassblower Monsoon Regent Catacomb
  Nightingale Parliament Salt_Road Threshold Undertaker Vessel Weaver Zodiac Herbarium Cipher
]])

books.gerunds = words [[
  Burying Counting Drawing Feeding Finding Hunting Inventing Leaving Mapping Mending Naming
  Painting Reading Saving Selling Silencing Stealing Teaching Translating Waking
]]

books.places = words [[
  Ashvale Brindle_Bay Carrowmore Dunmere Eastmark Fallowden Greyhaven Hollin Iverness Jarrow
  Kestrel_Point Lowmoor Marrakesh Norwick Ostrava Palermo Quillon Ravensholm Skagen Tarn_Hill
]]

books.plain_titles = words [[
  Home Stay Closer Origin Inheritance Vanishing Boundaries 1987 Exile Kindred_Spirits Gravity
  Hunger Salt Ordinary_People Testimony Atonements Belonging Drift Siege Thirst
]]

books.special_titles = {
  "Café am Rande", "L’été dernier", "La sombra del río", "Große Erwartung", "Fräulein Smørs Sne",
  "Ślad na piasku", "Příběh o zimě", "Türkçe Düşler", "Ο τελευταίος σταθμός", "Белая гавань",
  "Тихая вода", "夜明けの図書館", "月の裏側の町", "雨中书", "봄의 서점", "Don’t Call Me Ishmaela", "11/22/73",
  "A–Z of Silence", "What If? Again", "Catch-23", "O.K. Computer Says No", "Self/Less",
  "100 Ways to Disappear", "The 7½ Lives of Ida Thorne", "U.S. Route 9",
}

books.first_names = joined(songs.first_names, words [[
  Adaeze Agnes Alistair Beatriz Bernard Camille Cyrus Daphne Declan Edith Emeka Esther Fabian
  Gideon Hanne Imogen Ivan Jocasta Kamala Leopold Lucinda Magnus Nadia Octavia Pascal Quentin
  Rosalind Sigrid Tobias Ursula Vikram Winifred Xenia Yvette Zachary
]])

books.last_names = joined(songs.last_names, words [[
  Achterberg Adeyemi Aldous Barrowclough Bellweather Blackwood Bonaventure Brackenbury Carmichael
  Cholmondeley Davenport Drummond Eberhardt Everleigh Fairweather Farquhar Fitzwilliam Galbraith
  Gainsborough Hathersage Hollingsworth Iwasaki Jankowski Kirkpatrick Lavoisier Lockwood
  MacAllister Mandelbrot Merriweather Montgomery Nightshade Oyelaran Pemberton Quartermain
  Radcliffe Rosenthal Sainsbury Shackleton Standish Tanizaki Thistlewood Underhill Vasquez
  Wadsworth Weatherby Wintersmith Yamaguchi Zimmermann de_Winter van_Aalst
]])

books.publishers = {
  "Harbour & Vane", "Tallow Press", "Penwith Books", "Northlight", "Quill House", "Gannet",
  "Éditions du Quai", "Verlag am Park", "Orbital", "Little, Black & Co.", "Faber Hill",
}

books.bindings = { "Paperback", "Hardcover", "Kindle Edition", "Mass Market Paperback" }

books.series_kinds = { "Chronicles", "Trilogy", "Saga", "Mysteries", "Cycle", "Quartet" }

books.subtitles = {
  "A History of Trade and Tides", "How Small Towns Change the World", "A Life in Letters",
  "The Untold Story", "Notes from a Northern Winter", "Essays on Work and Rest",
  "A Memoir of Leaving", "Recipes and Remembrances", "What the River Knew",
}

books.summary_makers = { "QuickRead Digest", "BookCaps Study Team", "Instaread Notes" }

books.subjects = {
  "Fiction", "Fantasy fiction", "Detective and mystery stories", "Historical fiction",
  "Biography", "Science fiction", "Essays", "Families",
}

books.languages = { "eng", "eng", "eng", "eng", "fre", "ger", "spa" }

return vocabulary
