-- Says of column profiles that all originals of a delivery seal them, as they have since they exist.

comment on column app.delivery_reviews.profiles is 'Exact distributions and examples of each column, for the vendor alone; sealed under the keys of all of profiles_original in turn, and removed when an original of the delivery ends.';
comment on column app.delivery_reviews.profiles_original is 'The uploads under whose keys the profiles are sealed, the innermost first, divided by spaces.';
