export default {
  chart: {
    span: 'Period',
    month: 'Month',
    year: 'Year',
    all: 'All time',
    show: 'Show {pool} in the chart',
    table: 'Show as a table',
    date: 'Date',
  },
} as const;
