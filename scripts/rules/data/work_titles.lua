-- Works that are sold under several titles in one language, a line each: British and American
-- titles, first and later ones. Compared without case, signs and a leading article. Source: the
-- articles on the works in Wikipedia. A translation's title is left out: whether it is the same
-- book is the reader's to say.

return [[
Harry Potter and the Philosopher's Stone = Harry Potter and the Sorcerer's Stone
Northern Lights = The Golden Compass
And Then There Were None = Ten Little Indians
Murder on the Orient Express = Murder in the Calais Coach
The Mirror Crack'd from Side to Side = The Mirror Crack'd
4.50 from Paddington = What Mrs. McGillicuddy Saw!
Lord Edgware Dies = Thirteen at Dinner
Why Didn't They Ask Evans? = The Boomerang Clue
One, Two, Buckle My Shoe = The Patriotic Murders = An Overdose of Death
Five Little Pigs = Murder in Retrospect
Sparkling Cyanide = Remembered Death
Taken at the Flood = There Is a Tide
They Do It with Mirrors = Murder with Mirrors
After the Funeral = Funerals Are Fatal
Destination Unknown = So Many Steps to Death
Hickory Dickory Dock = Hickory Dickory Death
Dumb Witness = Poirot Loses a Client
Death in the Clouds = Death in the Air
Three Act Tragedy = Murder in Three Acts
Captain Corelli's Mandolin = Corelli's Mandolin
Rivers of London = Midnight Riot
The Seven Deaths of Evelyn Hardcastle = The 7½ Deaths of Evelyn Hardcastle
Miss Smilla's Feeling for Snow = Smilla's Sense of Snow
Adventures of Huckleberry Finn = Huckleberry Finn
Alice's Adventures in Wonderland = Alice in Wonderland
Through the Looking-Glass = Through the Looking-Glass, and What Alice Found There
The Wonderful Wizard of Oz = The Wizard of Oz
The Life and Adventures of Robinson Crusoe = Robinson Crusoe
If This Is a Man = Survival in Auschwitz
The Truce = The Reawakening
Tiger! Tiger! = The Stars My Destination
Non-Stop = Starship
Hothouse = The Long Afternoon of Earth
Re-Birth = The Chrysalids
Out of the Deeps = The Kraken Wakes
The Day of the Triffids = Revolt of the Triffids
Moonraker = Too Hot to Handle
Casino Royale = You Asked for It
Bridget Jones: The Edge of Reason = The Edge of Reason
The Diary of a Young Girl = The Diary of Anne Frank = Anne Frank's Diary
Schindler's Ark = Schindler's List
Twenty Thousand Leagues Under the Sea = 20,000 Leagues Under the Sea = Twenty Thousand Leagues Under the Seas
Around the World in Eighty Days = Around the World in 80 Days
Remembrance of Things Past = In Search of Lost Time
The Outsider = The Stranger
Demons = The Possessed = The Devils
Notes from Underground = Notes from the Underground = Letters from the Underworld
]]
