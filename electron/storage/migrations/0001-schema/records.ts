/**
 * Award search answers as they can be filtered, sorted and compared: a version of a record is stored once and observed
 * many times. All of it but searches, runs and pages is derived from the stored outputs of purchases and can be built
 * anew, so the derived tables carry no foreign keys.
 *
 * Days are days since 1970-01-01; 2000000000 stands for a date that is no day of the calendar. Miles are whole miles.
 */
export const records = `
    -- Small vocabularies, each text stored once.
    CREATE TABLE award_programmes (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;

    CREATE TABLE award_routes (
      id INTEGER PRIMARY KEY,
      origin TEXT NOT NULL,
      destination TEXT NOT NULL,
      origin_region TEXT NOT NULL,
      destination_region TEXT NOT NULL,
      UNIQUE (origin, destination, origin_region, destination_region)
    ) STRICT;

    CREATE TABLE award_airline_lists (id INTEGER PRIMARY KEY, airlines TEXT NOT NULL UNIQUE) STRICT;

    CREATE TABLE award_airline_members (
      code TEXT NOT NULL,
      list_id INTEGER NOT NULL,
      PRIMARY KEY (code, list_id)
    ) STRICT, WITHOUT ROWID;

    -- Names of members that the contract does not show, as a JSON list.
    CREATE TABLE award_added_members (id INTEGER PRIMARY KEY, names TEXT NOT NULL UNIQUE) STRICT;

    -- One marketplace, one requested cabin ('' where none was), one kind of record and one provider: records of two
    -- partitions never mix.
    CREATE TABLE award_partitions (
      id INTEGER PRIMARY KEY,
      identity TEXT NOT NULL,
      cabin TEXT NOT NULL,
      source TEXT NOT NULL DEFAULT '',
      provider TEXT NOT NULL DEFAULT '',
      UNIQUE (identity, cabin, source)
    ) STRICT;

    CREATE TABLE award_searches (
      id INTEGER PRIMARY KEY,
      partition_id INTEGER NOT NULL REFERENCES award_partitions (id),
      identity TEXT NOT NULL,
      criteria TEXT NOT NULL,
      title TEXT NOT NULL,
      UNIQUE (identity, criteria)
    ) STRICT;

    -- One execution of a search, of one page or more, with what its pages held.
    CREATE TABLE award_runs (
      id INTEGER PRIMARY KEY,
      search_id INTEGER NOT NULL REFERENCES award_searches (id),
      records INTEGER NOT NULL DEFAULT 0,
      flagged INTEGER NOT NULL DEFAULT 0,
      broken INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE INDEX award_runs_by_search ON award_runs (search_id);

    -- The fewest miles of award space that a run saw with each number of seats, -1 where none is given.
    CREATE TABLE award_run_prices (
      run_id INTEGER NOT NULL,
      seats INTEGER NOT NULL,
      miles INTEGER NOT NULL,
      PRIMARY KEY (run_id, seats)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE award_pages (
      id INTEGER PRIMARY KEY,
      run_id INTEGER NOT NULL REFERENCES award_runs (id),
      purchase_id TEXT NOT NULL UNIQUE,
      tool_ref TEXT NOT NULL,
      input TEXT NOT NULL,
      received_at INTEGER NOT NULL,
      -- Rows in the answer's data, whatever their quality; then count, cursor and hasMore as far as they could be read.
      received INTEGER NOT NULL,
      count REAL,
      cursor REAL,
      has_more INTEGER,
      -- of the page's records, those that its run had before; NULL where that was not counted
      repeated INTEGER,
      -- whether its first record is of the day with which the earlier pages end, or the next; NULL where days tell nothing
      joins INTEGER,
      -- what the answer around the records says that the contract does not show, as a JSON list of sentences
      remarks TEXT,
      -- 1 where the answer says of itself that it does not hold all that it should
      partial INTEGER NOT NULL DEFAULT 0,
      -- 0: its answer was not read for trip details yet
      itineraries_read INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE INDEX award_pages_by_run ON award_pages (run_id);
    CREATE INDEX award_pages_by_time ON award_pages (received_at);
    CREATE INDEX award_pages_unread ON award_pages (id) WHERE itineraries_read = 0;

    -- A record is what the service calls by one ID, in one partition.
    CREATE TABLE award_records (
      id INTEGER PRIMARY KEY,
      partition_id INTEGER NOT NULL,
      record_key TEXT NOT NULL,
      first_page_id INTEGER NOT NULL DEFAULT 0,
      UNIQUE (record_key, partition_id)
    ) STRICT;

    CREATE TABLE award_versions (
      id INTEGER PRIMARY KEY,
      record_id INTEGER NOT NULL,
      day INTEGER NOT NULL,
      route_id INTEGER NOT NULL,
      programme_id INTEGER NOT NULL,
      airlines_id INTEGER NOT NULL,
      miles INTEGER,
      seats INTEGER,
      available INTEGER NOT NULL,
      direct INTEGER NOT NULL,
      added_id INTEGER,
      -- Texts as sent, only where the numbers above do not give them back.
      miles_text TEXT,
      date_text TEXT,
      -- the number of seats as sent, where it is no count of seats
      seats_text TEXT,
      -- what of the record's values is not plain, as a JSON list of sentences
      remarks TEXT
    ) STRICT;
    CREATE INDEX award_versions_by_record ON award_versions (record_id);

    -- Which version of a record a run saw, and where in which page: an ID on two overlapping pages counts once.
    CREATE TABLE award_observations (
      run_id INTEGER NOT NULL,
      record_id INTEGER NOT NULL,
      version_id INTEGER NOT NULL,
      page_id INTEGER NOT NULL,
      position INTEGER NOT NULL,
      PRIMARY KEY (run_id, record_id)
    ) STRICT, WITHOUT ROWID;

    -- Rows that break the contract; their raw data stay in the stored output of the page's purchase.
    CREATE TABLE award_broken (
      page_id INTEGER NOT NULL,
      position INTEGER NOT NULL,
      record_key TEXT,
      readable TEXT NOT NULL,
      problems TEXT NOT NULL,
      PRIMARY KEY (page_id, position)
    ) STRICT, WITHOUT ROWID;

    -- A listing shows each of its records once, in the newest version: one per search, and one per partition and route.
    CREATE TABLE award_listings (
      id INTEGER PRIMARY KEY,
      search_id INTEGER UNIQUE,
      partition_id INTEGER,
      route_id INTEGER,
      records INTEGER NOT NULL DEFAULT 0,
      UNIQUE (partition_id, route_id)
    ) STRICT;

    -- Everything that filters and sorts read lies in the clustered key order of the usual sort.
    CREATE TABLE award_listed (
      listing_id INTEGER NOT NULL,
      day INTEGER NOT NULL,
      record_id INTEGER NOT NULL,
      version_id INTEGER NOT NULL,
      page_id INTEGER NOT NULL,
      route_id INTEGER NOT NULL,
      programme_id INTEGER NOT NULL,
      airlines_id INTEGER NOT NULL,
      miles INTEGER,
      seats INTEGER,
      available INTEGER NOT NULL,
      direct INTEGER NOT NULL,
      flagged INTEGER NOT NULL,
      -- the first page of the run that showed the row to be removed, 0 where none did
      removed INTEGER NOT NULL DEFAULT 0,
      -- the rank of its price, see award_price_standings
      standing INTEGER,
      PRIMARY KEY (listing_id, day, record_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX award_listed_cheapest ON award_listed (listing_id, miles) WHERE available = 1 AND miles IS NOT NULL;

    -- Ways to fly, as the newest page that listed any (§2.1 include_trips) listed them for a version.
    CREATE TABLE award_itineraries (
      version_id INTEGER NOT NULL,
      -- in the order in which they came, from 0.
      place INTEGER NOT NULL,
      page_id INTEGER NOT NULL,
      stops INTEGER,
      minutes INTEGER,
      -- Flight numbers, airlines, aircraft and cabins in small letters, for the filter by words.
      words TEXT NOT NULL,
      -- All of it, as JSON.
      content TEXT NOT NULL,
      -- 0 where an earlier version of the record listed it
      own INTEGER NOT NULL DEFAULT 1,
      PRIMARY KEY (version_id, place)
    ) STRICT, WITHOUT ROWID;

    -- Which searches ever brought a record of a route.
    CREATE TABLE award_search_routes (
      route_id INTEGER NOT NULL,
      search_id INTEGER NOT NULL,
      PRIMARY KEY (route_id, search_id)
    ) STRICT, WITHOUT ROWID;

    -- Which records were ever seen on a route, in a programme.
    CREATE TABLE award_route_records (
      route_id INTEGER NOT NULL,
      programme_id INTEGER NOT NULL,
      record_id INTEGER NOT NULL,
      PRIMARY KEY (route_id, programme_id, record_id)
    ) STRICT, WITHOUT ROWID;
`;
