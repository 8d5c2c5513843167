// A loader for the build: in place of a control's words in every language, nothing.
module.exports = () => 'export default {}'
