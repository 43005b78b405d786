-- The two letters of countries by their names, in English and as Discogs writes them.

-- By the letters, names with strokes between; XE and XW are MusicBrainz' of two regions.
local written = "US=us|usa|united states|united states of america,"
  .. "GB=uk|united kingdom|great britain|england,DE=germany|deutschland,FR=france,IT=italy,"
  .. "JP=japan,ES=spain,NL=netherlands,BE=belgium,CA=canada,AU=australia,SE=sweden,NO=norway,"
  .. "DK=denmark,FI=finland,AT=austria,CH=switzerland,PL=poland,PT=portugal,GR=greece,BR=brazil,"
  .. "MX=mexico,AR=argentina,RU=russia,IE=ireland,JM=jamaica,IN=india,IL=israel,TR=turkey,"
  .. "HU=hungary,NZ=new zealand,KR=south korea|korea,ZA=south africa,CZ=czech republic|czechia,"
  .. "SK=slovakia,SI=slovenia,HR=croatia,RS=serbia,RO=romania,BG=bulgaria,UA=ukraine,BY=belarus,"
  .. "EE=estonia,LV=latvia,LT=lithuania,IS=iceland,LU=luxembourg,MT=malta,CY=cyprus,CN=china,"
  .. "TW=taiwan,HK=hong kong,SG=singapore,MY=malaysia,TH=thailand,ID=indonesia,PH=philippines,"
  .. "VN=vietnam,PK=pakistan,LB=lebanon,IR=iran,EG=egypt,MA=morocco,NG=nigeria,GH=ghana,KE=kenya,"
  .. "ZW=zimbabwe,CO=colombia,CL=chile,PE=peru,VE=venezuela,EC=ecuador,UY=uruguay,BO=bolivia,"
  .. "CU=cuba,PR=puerto rico,CR=costa rica,DO=dominican republic,TT=trinidad and tobago,"
  .. "BB=barbados,XE=europe,XW=worldwide"

local codes = {}
for code, names in written:gmatch("(%u%u)=([^,]+)") do
  for name in names:gmatch("[^|]+") do codes[name] = code end
end

--- Returns the two letters of a country for its name, in the form of mix.text.fold; nil for names
--- that are not known.
return function(folded) return codes[folded] end
