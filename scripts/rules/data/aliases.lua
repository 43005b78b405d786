-- Names of one person or group, a line each: stage names, pen names, names in other scripts. As in
-- the "also known as" of Wikipedia's and MusicBrainz's articles on them. Names are compared
-- without case, accents, spaces, signs and a leading "The"; what stands behind # is a remark.

return [[
# Singers and musicians
Beyoncé = Beyoncé Knowles = Beyoncé Knowles-Carter
Kanye West = Ye
Prince = The Artist Formerly Known as Prince = Prince Rogers Nelson
Snoop Dogg = Snoop Doggy Dogg = Snoop Lion
Diddy = P. Diddy = Puff Daddy = Puffy = Sean Combs
JAY-Z = Jay-Z = Jay Z = Jigga = Shawn Carter
Eminem = Slim Shady = Marshall Mathers
Yasiin Bey = Mos Def
Cat Stevens = Yusuf = Yusuf Islam = Yusuf / Cat Stevens
2Pac = Tupac = Tupac Shakur = Makaveli
The Notorious B.I.G. = Notorious BIG = Biggie Smalls = Biggie
50 Cent = Curtis Jackson
Lady Gaga = Stefani Germanotta
Lorde = Ella Yelich-O'Connor
P!nk = Pink = Alecia Moore
Kesha = Ke$ha
Childish Gambino = Donald Glover
The Weeknd = The Weekend = Abel Tesfaye
The Chicks = Dixie Chicks
Lady A = Lady Antebellum
Iggy Azalea = Amethyst Kelly
Ol' Dirty Bastard = ODB
RZA = Bobby Digital
MF DOOM = Doom = Viktor Vaughn = King Geedorah
Aphex Twin = AFX = Polygon Window = Richard D. James
Fatboy Slim = Norman Cook
Calvin Harris = Adam Wiles
Skrillex = Sonny Moore
Flying Lotus = Captain Murphy
Deadmau5 = Testpilot = Joel Zimmerman
Four Tet = Kieran Hebden
Caribou = Manitoba = Daphni
Tiësto = DJ Tiësto = Tijs Verwest
Avicii = Tim Bergling
Bon Iver = Justin Vernon
St. Vincent = Annie Clark
Cher = Cherilyn Sarkisian
Madonna = Madonna Ciccone = Madonna Louise Ciccone
Sting = Gordon Sumner
Bono = Paul Hewson
Elton John = Reginald Dwight
David Bowie = Ziggy Stardust = David Jones
Freddie Mercury = Farrokh Bulsara
Ringo Starr = Richard Starkey
Bob Dylan = Robert Zimmerman
Iggy Pop = James Osterberg
Alice Cooper = Vincent Furnier
Ozzy Osbourne = Ozzy
Muddy Waters = McKinley Morganfield
Howlin' Wolf = Chester Burnett
B.B. King = BB King = Riley B. King
Ray Charles = Ray Charles Robinson
Stevie Wonder = Little Stevie Wonder
Smokey Robinson and the Miracles = Smokey Robinson & The Miracles = The Miracles
Diana Ross & The Supremes = The Supremes
Martha and the Vandellas = Martha Reeves & The Vandellas
Sly & The Family Stone = Sly and the Family Stone
Kool & The Gang = Kool and the Gang
KC & The Sunshine Band = KC and the Sunshine Band
Creedence Clearwater Revival = CCR = Creedence
Electric Light Orchestra = ELO
Orchestral Manoeuvres in the Dark = OMD
Emerson, Lake & Palmer = ELP
Crosby, Stills, Nash & Young = CSNY
Blood, Sweat & Tears = BS&T
Red Hot Chili Peppers = RHCP
Rage Against the Machine = RATM
Nine Inch Nails = NIN
Queens of the Stone Age = QOTSA
A Tribe Called Quest = ATCQ
Alice in Chains = AIC
System of a Down = SOAD
My Chemical Romance = MCR
Run the Jewels = RTJ
King Gizzard & The Lizard Wizard = King Gizzard
Florence + The Machine = Florence and the Machine = Florence & The Machine
Marina = Marina and the Diamonds = MARINA
Big Brother & The Holding Company = Big Brother and the Holding Company
The Mothers of Invention = The Mothers
Parliament-Funkadelic = P-Funk
CHVRCHΞS = CHVRCHES
alt-J = ∆ = Alt J
Mø = MØ
Sigur Rós = Sigur Ros
Motörhead = Motorhead
Mötley Crüe = Motley Crue
Blue Öyster Cult = Blue Oyster Cult = BÖC
Björk = Björk Guðmundsdóttir
Röyksopp = Royksopp
AC/DC = ACDC = AC-DC
*NSYNC = NSYNC = 'N Sync
will.i.am = Will I Am = William Adams
apl.de.ap = apl de ap
fun. = Fun
!!! = Chk Chk Chk
Sunn O))) = Sunn
deadmau5 = Deadmaus
Ben Folds Five = Ben Folds 5
Jackson 5 = The Jackson Five = The Jackson 5ive
Boyz II Men = Boys II Men = Boyz 2 Men
The B-52's = The B-52s = B52s
U.N.K.L.E. = UNKLE
LCD Soundsystem = LCD
# In other scripts
米津玄師 = Kenshi Yonezu = ハチ = Hachi
宇多田ヒカル = Hikaru Utada = Utada Hikaru = Utada
椎名林檎 = Sheena Ringo = Ringo Sheena
東京事変 = Tokyo Jihen = Tokyo Incidents
浜崎あゆみ = Ayumi Hamasaki
安室奈美恵 = Namie Amuro
倖田來未 = Koda Kumi = Kumi Koda
坂本龍一 = Ryuichi Sakamoto
坂本九 = Kyu Sakamoto
久石譲 = Joe Hisaishi
藤井風 = Fujii Kaze
星野源 = Gen Hoshino
竹内まりや = Mariya Takeuchi
山下達郎 = Tatsuro Yamashita
松原みき = Miki Matsubara
中島みゆき = Miyuki Nakajima
松任谷由実 = Yumi Matsutoya = Yumi Arai = 荒井由実
細野晴臣 = Haruomi Hosono
水樹奈々 = Nana Mizuki
ずっと真夜中でいいのに。 = Zutomayo
緑黄色社会 = Ryokuoushoku Shakai = Ryokushaka
美空ひばり = Hibari Misora
あいみょん = Aimyon
初音ミク = Hatsune Miku
きゃりーぱみゅぱみゅ = Kyary Pamyu Pamyu
싸이 = PSY
방탄소년단 = BTS = Bangtan Boys = 防弾少年団
아이유 = IU
블랙핑크 = BLACKPINK
소녀시대 = Girls' Generation = SNSD
빅뱅 = BIGBANG
동방신기 = TVXQ = 東方神起 = Tohoshinki
슈퍼주니어 = Super Junior
엑소 = EXO
트와이스 = TWICE
레드벨벳 = Red Velvet
세븐틴 = SEVENTEEN
스트레이 키즈 = Stray Kids
뉴진스 = NewJeans
에스파 = aespa
여자친구 = GFRIEND
마마무 = MAMAMOO
태연 = Taeyeon
지드래곤 = G-Dragon
周杰倫 = 周杰伦 = Jay Chou
鄧麗君 = 邓丽君 = Teresa Teng
王菲 = Faye Wong
五月天 = Mayday
林俊傑 = 林俊杰 = JJ Lin
陳奕迅 = 陈奕迅 = Eason Chan
張學友 = 张学友 = Jacky Cheung
劉德華 = 刘德华 = Andy Lau
蔡依林 = Jolin Tsai
鄧紫棋 = 邓紫棋 = G.E.M.
張國榮 = 张国荣 = Leslie Cheung
梅艷芳 = 梅艳芳 = Anita Mui
崔健 = Cui Jian
أم كلثوم = Umm Kulthum = Oum Kalthoum = Om Kalsoum
فيروز = Fairuz = Fairouz
عمرو دياب = Amr Diab
عبد الحليم حافظ = Abdel Halim Hafez
Кино = Kino
Виктор Цой = Viktor Tsoi
Алла Пугачёва = Alla Pugacheva
Владимир Высоцкий = Vladimir Vysotsky
тАТу = t.A.T.u. = Тату = Tatu
Земфира = Zemfira
Мумий Тролль = Mumiy Troll
Пётр Ильич Чайковский = Pyotr Ilyich Tchaikovsky = Peter Tchaikovsky = Tchaikovsky
Сергей Рахманинов = Sergei Rachmaninoff = Sergey Rachmaninov = Rachmaninoff
Дмитрий Шостакович = Dmitri Shostakovich = Shostakovich
Сергей Прокофьев = Sergei Prokofiev = Prokofiev
Игорь Стравинский = Igor Stravinsky = Stravinsky
Μίκης Θεοδωράκης = Mikis Theodorakis
Johann Sebastian Bach = J.S. Bach = JS Bach = Bach
Wolfgang Amadeus Mozart = W.A. Mozart = Mozart
Ludwig van Beethoven = L. v. Beethoven = Beethoven
Frédéric Chopin = Fryderyk Chopin = Chopin
Antonín Dvořák = Antonin Dvorak = Dvořák
George Frideric Handel = Georg Friedrich Händel = Handel = Händel
# Writers
Robert Galbraith = J.K. Rowling = Joanne Rowling = Newt Scamander = Kennilworthy Whisp
Richard Bachman = Stephen King
Mark Twain = Samuel Clemens = Samuel Langhorne Clemens
George Orwell = Eric Blair = Eric Arthur Blair
George Eliot = Mary Ann Evans = Marian Evans
Lewis Carroll = Charles Lutwidge Dodgson = Charles Dodgson
Dr. Seuss = Theodor Seuss Geisel = Theo. LeSieg
Lemony Snicket = Daniel Handler
Currer Bell = Charlotte Brontë
Ellis Bell = Emily Brontë
Acton Bell = Anne Brontë
Isak Dinesen = Karen Blixen
Stendhal = Marie-Henri Beyle
Voltaire = François-Marie Arouet
Molière = Jean-Baptiste Poquelin
George Sand = Amantine Lucile Aurore Dupin = Aurore Dupin
Saki = Hector Hugh Munro = H.H. Munro
O. Henry = William Sydney Porter
Joseph Conrad = Józef Korzeniowski
Ayn Rand = Alisa Rosenbaum
John le Carré = David Cornwell
J.D. Robb = Nora Roberts
Ruth Rendell = Barbara Vine
Agatha Christie = Mary Westmacott
Anne Rice = A.N. Roquelaure = Anne Rampling
Dean Koontz = Leigh Nichols = Brian Coffey
Iain Banks = Iain M. Banks
Robin Hobb = Megan Lindholm
James S.A. Corey = Daniel Abraham and Ty Franck
Ed McBain = Evan Hunter = Salvatore Lombino
Ellery Queen = Barnaby Ross
Seanan McGuire = Mira Grant
Michael Crichton = John Lange = Jeffery Hudson
Pablo Neruda = Ricardo Neftalí Reyes Basoalto
Anna Akhmatova = Анна Ахматова
Hergé = Georges Remi
Multatuli = Eduard Douwes Dekker
B. Traven = Ret Marut
Novalis = Friedrich von Hardenberg
Lev Tolstoy = Leo Tolstoy = Lev Tolstoi = Лев Толстой = Leo Nikolaevich Tolstoy
Fyodor Dostoevsky = Fyodor Dostoyevsky = Feodor Dostoevsky = Фёдор Достоевский
Anton Chekhov = Anton Tchekhov = Антон Чехов
Nikolai Gogol = Николай Гоголь
Mikhail Bulgakov = Михаил Булгаков
Alexander Pushkin = Aleksandr Pushkin = Александр Пушкин
Boris Pasternak = Борис Пастернак
Aleksandr Solzhenitsyn = Alexander Solzhenitsyn = Александр Солженицын
Homer = Homère = Omero = Ὅμηρος
Plato = Platon = Πλάτων
刘慈欣 = 劉慈欣 = Cixin Liu = Liu Cixin
村上春樹 = Haruki Murakami
東野圭吾 = Keigo Higashino
川端康成 = Yasunari Kawabata
三島由紀夫 = Yukio Mishima
夏目漱石 = Natsume Soseki = Soseki Natsume
太宰治 = Osamu Dazai
芥川龍之介 = Ryunosuke Akutagawa
吉本ばなな = Banana Yoshimoto
大江健三郎 = Kenzaburo Oe
尾田栄一郎 = Eiichiro Oda
鳥山明 = Akira Toriyama
手塚治虫 = Osamu Tezuka
岸本斉史 = Masashi Kishimoto
莫言 = Mo Yan
余华 = Yu Hua
魯迅 = 鲁迅 = Lu Xun
曹雪芹 = Cao Xueqin
金庸 = Jin Yong = Louis Cha
한강 = Han Kang
نجيب محفوظ = Naguib Mahfouz
جبران خليل جبران = Kahlil Gibran = Khalil Gibran
]]
