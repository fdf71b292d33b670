-- Requests by keys are listed by the code of their answer.

create index api_requests__by_code on app.api_requests (organization, code, id desc) where code is not null;
