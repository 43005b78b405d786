-- Pairs of everyday_spec.lua as CSV: what is looked for, what was found, and whether they are the same.

return [==[
kind,title_a,creator_a,title_b,creator_b,expected
music,Blue,Joni Mitchell,Blue Christmas,Elvis Presley,different
music,Blue,LeAnn Rimes,Blue Christmas,LeAnn Rimes,different
music,The Christmas Song,Nat King Cole,The Christmas Waltz,Nat King Cole,different
music,Jump,Van Halen,Jump (2015 Remaster),Van Halen,same
music,Hurt,Nine Inch Nails,Hurt,Johnny Cash,different
music,Everybody Hurts,R.E.M.,Everybody Hurts,REM,same
music,Tik Tok,Ke$ha,TiK ToK,Kesha,same
music,Ghosts n Stuff,deadmau5,Ghosts 'n' Stuff (feat. Rob Swire),deadmau5,same
music,The Mother We Share,CHVRCHΞS,The Mother We Share,Chvrches,same
music,Toxicity,System of a Down,Toxicity,SOAD,same
music,Creep,Radiohead,Creep (Acoustic),Radiohead,different
music,Creep,Radiohead,Creep - 2008 Remaster,Radiohead,same
music,Comfortably Numb,Pink Floyd,Comfortably Numb (Pulse: Live at Earls Court),Pink Floyd,different
music,Wonderwall,Oasis,Wonderwall (En Vivo),Oasis,different
music,La Flaca,Jarabe de Palo,La Flaca (En directo),Jarabe de Palo,different
music,Tom's Diner,Suzanne Vega,Toms Diner,Suzanne Vega,same
music,Yesterday,The Beatles,Yesterday Once More,Carpenters,different
music,Stayin' Alive,Bee Gees,Staying Alive,The Bee Gees,same
music,Hey Ya!,OutKast,Hey Ya,Outkast,same
music,Группа крови,Кино,Gruppa krovi,Kino,same
music,Калинка,Хор,Kalinka,Хор,same
music,Lemon Tree,Fools Garden,Lemon Tree,Fool's Garden,same
music,"Symphony No. 9 in D minor, Op. 125: IV. Presto",Wiener Philharmoniker,"Symphony No. 9 in D minor, Op. 125: II. Molto vivace",Wiener Philharmoniker,different
music,"Symphony No. 40 in G minor, K. 550: I. Molto allegro",Karl Böhm,"Symphony No. 41 in C major, K. 551: I. Allegro vivace",Karl Böhm,different
music,"The Four Seasons, Violin Concerto in E Major, RV 269 ""Spring"": I. Allegro",Itzhak Perlman,"Violin Concerto in E Major, RV 269, ""La primavera"": I. Allegro",Itzhak Perlman,same
music,"Goldberg Variations, BWV 988: Aria",Glenn Gould,"Goldberg Variations, BWV 988: Variation 1",Glenn Gould,different
music,"Nocturne No. 2 in E-Flat Major, Op. 9 No. 2",Arthur Rubinstein,"Nocturnes, Op. 9: No. 2 in E-Flat Major",Arthur Rubinstein,either
music,"Prelude in C Major, BWV 846",Glenn Gould,"Prelude in C Minor, BWV 847",Glenn Gould,different
music,Rhapsody in Blue,Leonard Bernstein,Gershwin: Rhapsody in Blue,Leonard Bernstein,same
music,"Habanera",Maria Callas,"Carmen: Habanera",Maria Callas,same
music,Overture,Berliner Philharmoniker,Carmen: Overture,Berliner Philharmoniker,different
music,Die Forelle,Dietrich Fischer-Dieskau,"Die Forelle, D. 550",Dietrich Fischer-Dieskau,same
music,Alright,Kendrick Lamar,Alright,Supergrass,different
music,One,U2,One,Metallica,different
music,Two Princes,Spin Doctors,2 Princes,Spin Doctors,same
music,99 Problems,JAY-Z,100 Problems,JAY-Z,different
music,1 Thing,Amerie,One Thing,Amerie,same
music,Untitled 1,Sigur Rós,Untitled 3,Sigur Rós,different
music,Chapter V,Someone,Chapter IV,Someone,different
music,Star,Prince Royce,Star,Prince,different
music,Drake,Drake,Drake,Drake Bell,different
music,Sh*t,Bo,Shit,Bo,same
music,Sh*t,Bo,Shot,Bo,either
music,夜に駆ける,YOASOBI,Yoru ni Kakeru,YOASOBI,either
music,さくら,いきものがかり,Sakura,Ikimono-gakari,same
music,봄날,방탄소년단,Spring Day,BTS,either
music,Du hast,Rammstein,Du Hast (Live aus Berlin),Rammstein,different
music,Paint It Black,The Rolling Stones,"Paint It, Black",Rolling Stones,same
music,Sorry,Justin Bieber,Sorry Not Sorry,Demi Lovato,different
music,Islands in the Stream,Kenny Rogers & Dolly Parton,Islands in the Stream,Dolly Parton,same
music,Tubthumping,Chumbawamba,Tubthumping (Butthumping Mix),Chumbawamba,different
music,Home,Edward Sharpe & The Magnetic Zeros,Home,Edward Sharpe,same
book,Dune,Frank Herbert,Dune Messiah,Frank Herbert,different
book,"Dune (Dune Chronicles, #1)",Frank Herbert,Dune,Herbert Frank,same
book,The Hobbit,J.R.R. Tolkien,"The Hobbit, or There and Back Again",JRR Tolkien,same
book,Sapiens,Yuval Noah Harari,Sapiens: A Graphic History,Yuval Noah Harari,different
book,Sapiens,Yuval Noah Harari,Sapiens: A Brief History of Humankind,Yuval N. Harari,same
book,Educated,Tara Westover,"Summary of Educated by Tara Westover",QuickRead,different
book,"Naruto, Vol. 3",Masashi Kishimoto,"Naruto, Vol. 30",Masashi Kishimoto,different
book,"Naruto, Vol. 3",Masashi Kishimoto,Naruto 3,岸本斉史,same
book,Der Herr der Ringe,J.R.R. Tolkien,Der Herr der Ringe Band 2,J.R.R. Tolkien,different
book,Les Misérables,Victor Hugo,Les Misérables Tome 2,Victor Hugo,different
book,進撃の巨人 第2巻,諫山創,進撃の巨人 第3巻,諫山創,different
book,Fahrenheit 451,Ray Bradbury,Fahrenheit Four Fifty-One,Ray Bradbury,either
book,Slaughterhouse-Five,Kurt Vonnegut,Slaughterhouse 5,Kurt Vonnegut Jr.,same
book,The Stranger,Albert Camus,The Outsider,Albert Camus,same
book,Middlemarch,George Eliot,Middlemarch,Mary Ann Evans,same
book,The Odyssey,Homer,The Odyssey of Homer,Homer,either
book,Emma,Jane Austen,Emma: A Modern Retelling,Alexander McCall Smith,different
book,Anna Karenina,Leo Tolstoy,Anna Karenina,Lev Tolstoy,same
book,The Idiot,Fyodor Dostoevsky,The Idiot,Elif Batuman,different
book,It,Stephen King,It: A Novel,Stephen King,same
book,Percy Jackson and the Olympians: The Lightning Thief,Rick Riordan,The Lightning Thief,Rick Riordan,same
book,Percy Jackson and the Olympians: The Lightning Thief,Rick Riordan,Percy Jackson and the Olympians: The Sea of Monsters,Rick Riordan,different
book,Star Wars: Heir to the Empire,Timothy Zahn,Star Wars: Dark Force Rising,Timothy Zahn,different
book,The Witcher: Blood of Elves,Andrzej Sapkowski,Blood of Elves,Andrzej Sapkowski,same
book,Foundation,Isaac Asimov,Foundation and Empire,Isaac Asimov,different
book,The Lord of the Rings: The Two Towers,J.R.R. Tolkien,The Two Towers,J. R. R. Tolkien,same
book,Thinking Fast and Slow,Kahneman,"Thinking, Fast and Slow",Daniel Kahneman,same
book,1Q84,Haruki Murakami,1Q84 Book 3,Haruki Murakami,different
book,Good Omens,Terry Pratchett,"Good Omens: The Nice and Accurate Prophecies of Agnes Nutter, Witch",Neil Gaiman & Terry Pratchett,same
book,A Game of Thrones,George R.R. Martin,A Game of Thrones: The Graphic Novel,Daniel Abraham; George R. R. Martin,different
book,A Game of Thrones,George R.R. Martin,A Game of Thrones 5-Book Boxed Set,George R.R. Martin,different
book,Преступление и наказание,Фёдор Достоевский,Prestuplenie i nakazanie,Fyodor Dostoevsky,same
book,The Girl with the Dragon Tattoo,Stieg Larsson,"The Girl with the Dragon Tattoo (Millennium, #1)","Larsson, Stieg, 1954-2004",same
book,Beloved,Toni Morrison,Beloved (Vintage International),"Morrison, Toni",same
book,Meditations,Marcus Aurelius,"Meditations (Penguin Classics)","Marcus Aurelius, Emperor of Rome, 121-180",same
book,Don Quixote,Cervantes,Don Quixote,Miguel de Cervantes Saavedra,same
book,Wool,Hugh Howey,Wool Omnibus Edition,Hugh Howey,different
]==]
