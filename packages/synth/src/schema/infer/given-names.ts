/**
 * Lists given names common in several countries' public statistics, in lower case; enough to
 * recognize a column of names.
 */
export const GIVEN_NAMES: ReadonlySet<string> = new Set(
  `aaron abdul abigail adam adrian ahmed aisha alan albert alejandro alex alexander alexandra alfred ali alice alicia
  allison alma amanda amber amelia amina amir amy ana anastasia andrea andreas andrei andrew andrzej angel angela anita
  ann anna anne annie antonio arjun arthur ashley astrid audrey august ava barbara beatrice ben benjamin bernard bertha
  betty beverly bianca bill birgit bjorn bob boris brandon brenda brian bruce bruno camila carl carla carlos carmen carol
  caroline catherine cecilia charles charlie charlotte chen chloe chris christian christina christine christopher clara
  claire claude claudia clemens craig cynthia daisy dan daniel daniela david deborah denise dennis diana diane diego
  dimitri dmitri dolores dominic donald donna dora doris dorothy douglas edgar edith eduardo edward edwin eleanor elena
  eli elias elisa elise elizabeth ella ellen elsa emil emilia emily emma enrique eric erica erik erika ernest esther ethan
  eugene eva evelyn fatima felix fernando fiona florian frances francesca francesco francis francisco francois frank
  franz fred frederick freya gabriel gabriela gail gary gemma george gerald gerard gertrude giovanni giulia gloria grace
  greg gregory greta guido gustav hanna hannah hans harold harriet harry harvey hassan heather hector heidi heinrich
  helen helena helga henri henrik henry herbert herman hiroshi holly howard hugh hugo ian ibrahim ida igor ilse imran ines
  ingrid irene iris irina isaac isabel isabella ivan jack jackson jacob jacqueline james jan jane janet jason javier jean
  jeff jeffrey jennifer jens jeremy jerry jesse jessica joan joao joe johan johann john jonas jonathan jorge jose josef
  joseph joshua juan juanita judith judy julia julian julie justin karen karin karl kate katherine kathleen katja kay keith
  kelly kenji kenneth kevin khalid kim kimberly klaus kurt kyle lars laura lauren lawrence leah lee leila leo leon leonard
  leonardo lewis liam lily linda lisa li logan louis louise lourdes luca lucas lucia lucy luis luisa lukas luke luka lydia
  mabel madison magnus maja manuel marco marcus margaret margarita maria mariana marie mario marion mark marta martha
  martin martina mary mason mateo matilda matteo matthew matthias maurice max maximilian maya megan mei melissa mia
  michael michel michelle miguel mikhail mila miriam mohamed mohammad mohammed monica moritz muhammad nadia nancy natalia
  natalie natasha nathan nicholas nicola nicolas nicole nina noah noor nora norman olga oliver olivia omar oscar otto owen
  pablo pamela patricia patrick paul paula pauline pavel pedro peter petra philip philipp phillip pierre piotr priya rachel
  rafael rahul raj ralph ramona randy raul raymond rebecca regina rene ricardo richard rita robert roberto robin roger
  roland ronald rosa rosalie rose rosemary roy ruben rudolf russell ruth ryan salma sam samantha samir samuel sandra sara
  sarah scott sean sebastian selma sergei sergio sharon shirley sibylle sidney silvia simon simone sofia solomon sonia sophia
  sophie stanley stefan stefanie stephanie stephen steven sunita susan susanne sven sylvia tamara tanya tariq tatiana teresa
  theodor theodore theresa thomas tim timothy tina tobias tom tomas tyler ulrich ursula valentina vanessa vera veronica
  victor victoria vikram vincent viola virginia vladimir walter wanda wei wendy werner wilhelm will william willie wolfgang
  xavier yan yara yasmin yolanda yuki yusuf yvonne zachary zainab zara zoe`.split(/\s+/),
)
