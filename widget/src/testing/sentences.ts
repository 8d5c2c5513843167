/** What is said of the calendar, sentence by sentence in groups, and the tests that prove it. */

type Sentence = readonly [section: string, says: string, ...tests: string[]]

const screen = (title: string): string => `src/calendar/screen.test.tsx: ${title}`
const calls = (title: string): string => `src/calendar/calls.test.tsx: ${title}`
const calendar = (title: string): string => `src/calendar/calendar.test.tsx: ${title}`
const state = (title: string): string => `src/calendar/state.test.ts: ${title}`
const rules = (title: string): string => `src/availability.test.ts: ${title}`
const money = (title: string): string => `src/money.test.ts: ${title}`
const month = (title: string): string => `src/month.test.ts: ${title}`
const query = (title: string): string => `src/query.test.ts: ${title}`
const picker = (title: string): string => `src/calendar/late/language-picker.test.tsx: ${title}`
const host = (title: string): string => `src/host.test.ts: ${title}`
const page = (title: string): string => `src/calendar/main.test.ts: ${title}`

const OPENS = calendar('opens the trip builder of an experience in the page around it')
const AGENDA = calendar('opens the agenda for a day without an experience')
const MOUNTS = page('mounts the widget on its calendar element and keeps the parameters in a cookie')

const SCREEN: readonly Sentence[] = [
  ['2.6', 'mounted on the calendar element of the page', MOUNTS],
  ['2.6', 'full format', screen('full with an experience'), screen('full without an experience')],
  ['2.6', 'compact format', screen('compact'), screen('has no buttons in compact format')],
  ['2.6', 'rebook-timeslot mode', screen('rebooking'), calls('offers the departures of the day and names the chosen one')],
  ['2.6', 'experience: preselected by its id', OPENS, screen('says Choose with a preselected experience')],
  ['2.6', 'calendarId: echoed to the parent page', OPENS, host('reports the height of its body plus 40, once for each height')],
  ['2.6', 'showDetail: true or false', query('is read'), OPENS],
  ['2.6', 'language', query('comes from the address, then the cookie, then the browser, then English'), MOUNTS],
  ['2.6', 'the chosen parameters are stored in a cookie', MOUNTS, query('is kept in a cookie, only what was given')],
  ['2.6', 'month header with month, year and both arrows', screen('the month header names month and year between two arrows')],
  ['2.6', '"Shop for" and the name: experience, full, not rebooking', screen('full with an experience'), screen('rebooking'), screen('compact')],
  ['2.6', '"Choose Your Date": visitors in full outside rebooking', screen('full without an experience'), screen('full for staff'), screen('rebooking')],
  ['2.6', '"Choose Your Date": in compact', screen('compact'), screen('compact for staff'), screen('compact while rebooking')],
  ['2.6', 'weeks start on Sunday, labels SUN to SAT', screen('has the days from SUN to SAT'), month('%s starts in column %i and has %i weeks')],
  ['2.6', '5 weeks, 6 when the first falls after Thursday', month('%s starts in column %i and has %i weeks'), screen('has six weeks in a month that begins on a Friday or Saturday')],
  ['2.6', 'prompt: no day selected', screen('asks for a day'), screen('when a day is selected')],
  ['2.6', 'prompt: month not empty', screen('in an empty month')],
  ['2.6', 'prompt: data ready', screen('is not there as long as the data is not')],
  ['2.6', 'prompt: prompting on', screen('when prompting is off')],
  ['2.6', 'empty month: message with experience, month and year', screen('says so for the experience, in month and year'), screen('says so without an experience')],
  ['2.6', 'phone link and another activity for visitors where there is a phone', screen('with an experience'), screen('for staff'), screen('of an operator without telephone'), screen('shows all activities when another one is wanted')],
  ['2.6', 'without an experience it says to call to book', screen('without one')],
  ['2.6', 'sold-out checkbox for staff with manual overbooking', screen('staff, where more than there is may be sold'), screen('staff, where it may not'), screen('visitors')],
  ['2.6', 'hidden language selector with a language in the address', screen('has the language selector hidden where the address names a language')],
  ['2.6', 'catalogue link', screen('links to the catalogue: the agenda of the day')],
  ['2.6', 'previous month disabled when its start is not after now', screen('the previous month is disabled when the month start is not after now'), month('pages back as long as the month starts after now')],
  ['2.6', 'previous day disabled unless the date is after today', screen('the previous day is disabled unless the selected date is after today')],
  ['2.6', 'show-sold-out checkbox', screen('switches sold-out display off and on, and asks the server for it')],
  ['2.6', 'day number and optional price', screen('has number and price; a past one has neither price nor buttons'), screen('has no price where the operator shows none')],
  ['2.6', 'fewer than 4 experiences: a button each, with its name', screen('with %i experiences has its buttons'), rules('%i experiences: %s'), rules('counts what is sold out among them, and shows nothing where all is')],
  ['2.6', '4 or more: one shop-N-activities button', screen('with %i experiences has its buttons'), rules('%i experiences: %s')],
  ['2.6', 'preselected: Choose', screen('says Choose with a preselected experience')],
  ['2.6', 'past days: neither price nor buttons', screen('has number and price; a past one has neither price nor buttons'), rules('says Choose with an experience, and nothing on past days')],
  ['2.6', 'ten style states', ...['free', 'today and selected', 'sold out, for a visitor', 'sold out, with the display on', 'nothing on', 'past', 'blank'].map(rules)],
  ['2.6', 'twenty languages in the picker', picker('offers the twenty languages of the picker')],
  ['2.6', 'forty-five for page translation', picker('can translate the page into forty-five, each with a Chinese and an English name')],
]

const ENTITIES: readonly Sentence[] = [
  ['3.3', 'only live experiences are shown', calendar('shows only live experiences')],
  ['3.3', 'unlimited is special', rules('counts unlimited as 999 per entry')],
  ['3.3', 'languages carry a Chinese and an English name', picker('finds a language by any of its names')],
]

const STATES: readonly Sentence[] = [
  ['4.2', 'loading, then ready; events announce both', calendar('announces loading and ready as events')],
  ['4.2', 'an answer to any but the latest request is ignored', state('are ignored when a later request is under way'), calendar('drops a late answer of the month that was left')],
  ['4.2', 'paging sets a paged-away flag', state('sets the flag and asks for the month')],
  ['4.2', 'paged away in compact: the first bookable day is chosen', state('chooses the first bookable day in compact format only'), calendar('is compact: no buttons in days, the first bookable day is chosen after paging')],
  ['4.2', 'a selected day without availability is chosen again', state('choose the day again when it has nothing left'), calendar('chooses the day again when the new grid has nothing left on it')],
  ['4.2', 'a day with no experiences and none preselected does nothing', rules('a click does nothing where nothing is on, unless an experience was chosen'), screen('does nothing without experiences, when none is preselected')],
  ['4.2', 'a choice that came only from paging is ignored', calendar('ignores a click that came only from paging')],
  ['4.2', 'initial date: address, selected day, next available, today', ...['the address first', 'then the selected day', 'then the next free day', 'then today'].map(state), state('of another experience is the chosen day, then its next free day')],
  ['4.2', 'sold-out display starts on for staff with manual overbooking', state('sold-out display starts on for %s')],
  ['4.2', 'language: saved cookie, else browser, else default; applied to the page', picker('comes from the saved cookie, else from the browser, else it is English'), picker('is applied to the page and remembered until 2047'), picker('has its own dates, and the words that the browser translates')],
]

const RULES: readonly Sentence[] = [
  ['5', 'past days are flagged, without price or buttons', month('marks today and what is past'), rules('says Choose with an experience, and nothing on past days')],
  ['5', 'for the public: online availability, or unlimited with open online timeslots', ...['seats online', 'no seats online', 'unlimited with open online timeslots', 'unlimited without open online timeslots', 'unlimited, with seats online'].map(rules)],
  ['5', 'for staff: total availability, unlimited, or sold-out display', ...['staff: seats in total', 'staff: online seats do not count', 'staff: unlimited', 'staff: sold-out display is on'].map(rules)],
  ['5', 'bookable: today or later, and the first entry has open timeslots', ...['open online', 'open direct only, for a visitor', 'open direct, for staff', 'only the first entry counts', 'is never past or blank'].map(rules)],
  ['5', 'unlimited counts as 999 per entry', rules('counts unlimited as 999 per entry')],
  ['5', 'price: display on, not blank or past, and it could be computed', screen('has no price where the operator shows none'), screen('has number and price; a past one has neither price nor buttons'), money('is nothing without timeslots or prices; zero is a price')],
  ['5', 'price: the least of all timeslots', money('is the least of all timeslots of all entries')],
  ['5', 'price: a plus with more than one customer type', money('gets a plus with more than one customer type')],
]

const ROLES: readonly Sentence[] = [
  ['6', 'visitors see online availability and telephone prompts', rules('no seats online'), rules('visitors have no sold-out display'), screen('with an experience')],
  ['6', 'staff see total and direct counts', rules('staff: seats in total'), rules('open direct, for staff'), calls('say who asks when staff do, and that they see sold-out days')],
  ['6', 'who is staff is known by the session alone', calls('are staff by the session that the server knows, never by the address')],
  ['6', 'a reseller parameter scopes the data', calls('ask for the days of an experience, of a category, for a reseller')],
  ['6', 'a preview asks for no availability', calls('are not made for availability in a preview')],
]

const CALLS: readonly Sentence[] = [
  ['7.1', 'init: POST with an empty body', calls('ask for the shared data with an empty body, and mark themselves')],
  ['7.1', 'range: from today on, last day, optional experience', month('asks for a range from today on'), calls('ask for the days of an experience, of a category, for a reseller')],
  ['7.1', 'range: isAuthenticated, requestId, showPrices; optional fields', calendar('asks for the month from today on, with a request id'), calls('say who asks when staff do, and that they see sold-out days')],
  ['7.1', 'X-Requested-With marker', calls('ask for the shared data with an empty body, and mark themselves')],
  ['7.1', 'setCalendarHeight with height and calendar_id', host('reports the height of its body plus 40, once for each height')],
  ['7.1', 'showModal with the address of the trip builder', OPENS, AGENDA, query('names the experience and the day'), query('asks for the agenda without an experience'), calls('offers the departures of the day and names the chosen one')],
]

const ERRORS: readonly Sentence[] = [
  ['8', 'messages of an empty month', screen('says so for the experience, in month and year'), screen('says so without an experience')],
  ['8', 'a price that cannot be formatted is hidden and logged', money('is hidden, with a warning, when it cannot be written')],
]

const CONSTANTS: readonly Sentence[] = [
  ['9', 'USD, en-US, 2 decimals', money('are in US dollars, as Americans write them, where the operator says nothing')],
  ['9', 'page language en', query('comes from the address, then the cookie, then the browser, then English')],
  ['9', 'sixteen currencies without decimals', money('are sixteen currencies without decimals'), money('%s is not divided')],
  ['9', 'fifteen symbols', money('%s has the symbol %s')],
  ['9', '5 or 6 weeks; 4 collapse; 999', month('%s starts in column %i and has %i weeks'), rules('%i experiences: %s'), rules('counts unlimited as 999 per entry')],
  ['9', 'height is body plus 40', host('reports the height of its body plus 40, once for each height')],
  ['9', 'translation cookie until 2047', picker('is applied to the page and remembered until 2047')],
  ['9', 'language dropdown hides after 150 ms', picker('stays for 150 ms after it was left, and stays open for who comes back')],
]

export const SENTENCES: readonly Sentence[] = [...SCREEN, ...ENTITIES, ...STATES, ...RULES, ...ROLES, ...CALLS, ...ERRORS, ...CONSTANTS]
