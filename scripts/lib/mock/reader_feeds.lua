-- The subscriptions of a mocked feed reader: a channel of YouTube, a podcast and a blog, with the
-- address, the page, the title and the category of each; the blog has none.

return {
  { "https://www.youtube.com/feeds/videos.xml?channel_id=UC_x5XG1OV2P6uZZ5FSM9Ttw",
    "https://www.youtube.com/channel/UC_x5XG1OV2P6uZZ5FSM9Ttw", "Harbour TV", "Videos" },
  { "https://podcast.example.org/feed.xml", "https://podcast.example.org/", "Tea and Stars",
    "Podcasts" },
  { "https://blog.example.org/atom.xml", "https://blog.example.org/", "Salt & Sand" },
}
