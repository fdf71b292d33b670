-- Each end of a range now stands on enough organizations by itself. What was stored under the rule before is
-- taken away; the jobs compute it anew.
delete from app.market_figures;
delete from app.price_groups;

comment on table app.price_groups is E'owner: market/price-estimates\nThe rounded means of the lower and upper halves of prices and days of a group of completed contracts; no group shares a contract with another.';
