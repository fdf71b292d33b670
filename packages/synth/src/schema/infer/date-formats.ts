/** Lists the formats of dates and times that are recognized, the likelier ones first. */
export const DATE_FORMATS = ['%Y-%m-%d', '%Y/%m/%d', '%d.%m.%Y', '%m/%d/%Y', '%d/%m/%Y'].flatMap(
  (date) => [date, `${date} %H:%M:%S`, `${date} %H:%M`, `${date}T%H:%M:%S`, `${date}T%H:%M:%SZ`],
)
