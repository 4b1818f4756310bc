# C types for `lexbor.py`: the parser's tree through its functions, and the columns of a page.

from sitelode.compiled.kernels.codes cimport Code
from sitelode.html.kernels.memory cimport Bytes

ctypedef void* Node  # or an attribute, a document, a token, or a part of the parser

# What a page costs while it is parsed: bytes that the parser asks for, and time, both of this thread alone.
cdef extern from *:
    """
    #include <stdlib.h>
    #include <time.h>
    #if defined(_MSC_VER)
    #define SITELODE_OF_THREAD __declspec(thread)
    #else
    #define SITELODE_OF_THREAD __thread
    #endif
    static SITELODE_OF_THREAD size_t sitelode_taken;
    static SITELODE_OF_THREAD int sitelode_is_short;

    static void *sitelode_counted(void *place, size_t size) {
        sitelode_taken += size;
        sitelode_is_short |= place == NULL;
        return place;
    }
    static void *sitelode_malloc(size_t size) { return sitelode_counted(malloc(size), size); }
    static void *sitelode_calloc(size_t number, size_t size) { return sitelode_counted(calloc(number, size), number * size); }
    static void *sitelode_realloc(void *place, size_t size) { return sitelode_counted(realloc(place, size), 0); }  /* of short-lived ones */

    static double sitelode_seconds(void) {
    #if defined(CLOCK_THREAD_CPUTIME_ID)
        struct timespec now;
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
        return now.tv_sec + 1e-9 * now.tv_nsec;
    #else
        return clock() / (double)CLOCKS_PER_SEC;
    #endif
    }
    """
    size_t _taken "sitelode_taken"
    bint _is_short "sitelode_is_short"  # whether there was no memory for it
    double _seconds "sitelode_seconds"() noexcept nogil
    void* _malloc "sitelode_malloc"(size_t size) noexcept nogil
    void* _realloc "sitelode_realloc"(void* place, size_t size) noexcept nogil
    void* _calloc "sitelode_calloc"(size_t number, size_t size) noexcept nogil
    void _free "free"(void* place) noexcept nogil

ctypedef Node (*OnToken)(Node tokenizer, Node token, Node watch) noexcept nogil


cdef struct Watch:  # over the parser while it works
    Node tree
    size_t most_bytes
    double until
    int tokens
    bint costs_too_much


cdef enum:
    TOKENS_AT_ONCE = 64, BYTES_AT_ONCE = 16384  # between two looks at the clock; set by hand


cdef enum:
    ELEMENT_NODE = 1, TEXT_NODE = 3, CDATA_NODE = 4  # the DOM standard's numbers


cdef struct MetName:  # where the parser has a name, and its number
    Bytes text
    size_t length
    int number


cdef struct Strings:  # every string once; a hash finds it again
    unsigned char* bytes
    size_t room
    int* starts
    int* slots
    Code mask
    int count
    MetName[64] met


cdef struct Parser:
    Node (*create)() noexcept nogil
    unsigned int (*init)(Node) noexcept nogil
    Node (*destroy)(Node) noexcept nogil
    void (*set_options)(Node, unsigned int) noexcept nogil
    Node (*tokenizer)(Node) noexcept nogil
    Node (*tree)(Node) noexcept nogil
    void (*on_token)(Node, OnToken, Node) noexcept nogil
    void (*keep_duplicates)(Node, bint) noexcept nogil
    unsigned char (*build)(Node, Node) noexcept nogil  # a bool of C
    Node (*begin)(Node) noexcept nogil
    unsigned int (*go_on)(Node, Bytes, size_t) noexcept nogil
    unsigned int (*finish)(Node) noexcept nogil
    unsigned int (*use_memory)(
        void* (*)(size_t) noexcept nogil, void* (*)(void*, size_t) noexcept nogil, void* (*)(size_t, size_t) noexcept nogil,
        void (*)(void*) noexcept nogil) noexcept nogil
    Node (*root)(Node) noexcept nogil
    Node (*free_document)(Node) noexcept nogil
    Node (*first_child)(Node) noexcept nogil
    Node (*next)(Node) noexcept nogil
    Node (*prev)(Node) noexcept nogil
    Node (*parent)(Node) noexcept nogil
    int (*node_type)(Node) noexcept nogil
    size_t (*tag_id)(Node) noexcept nogil
    Bytes (*text_content)(Node, size_t*) noexcept nogil
    Bytes (*local_name)(Node, size_t*) noexcept nogil
    Node (*first_attribute)(Node) noexcept nogil
    Node (*next_attribute)(Node) noexcept nogil
    Bytes (*attribute_name)(Node, size_t*) noexcept nogil
    Bytes (*attribute_value)(Node, size_t*) noexcept nogil


cdef struct Columns:
    unsigned short* tag
    int* parent
    int* depth
    int* end
    int* text_start
    int* text_end
    int* class_
    int* id_
    int* role
    int row_room
    int rows
    int* attribute_node
    int* attribute_name
    int* attribute_value
    int* unknown_row
    int* unknown_name
    int attribute_room
    int attributes
    int unknowns
    unsigned char* text
    size_t text_room
    int written

cdef Code _secret, _factor
cdef Code _hash(Bytes text, size_t length) noexcept nogil
cdef int number_of(Strings* strings, Bytes text, size_t length) noexcept nogil
cdef int number_of_name(Strings* strings, Bytes text, size_t length) noexcept nogil
cdef int _no_string, _class, _id, _role, _type, _raw_text
cdef size_t _known_ids, _seeds, _spare_bytes
cdef unsigned short _unknown_tag
cdef Py_ssize_t _window_length, _parse_length, _longest_name

cdef Py_ssize_t _blank_end(Bytes text, Py_ssize_t length, Py_ssize_t position) noexcept nogil
cdef bint _breaks_line(Node sibling) noexcept nogil
cdef bint _shown_as_space(Node node) noexcept nogil
cdef Node _following(Node node, Node root, int* up) noexcept nogil
cdef void _count(Node root, int* rows, int* attributes) noexcept nogil
cdef bint _mentions_json(Bytes text, Py_ssize_t length) noexcept nogil
cdef bint _begins_with(Bytes text, Py_ssize_t length, unsigned char* word, Py_ssize_t size) noexcept nogil
cdef bint _assigns_data(Bytes text, Py_ssize_t length) noexcept nogil
cdef void _add_attribute(Columns* to, int name, int value) noexcept nogil
cdef bint _is_full(Columns* to) noexcept nogil
cdef int _add_attributes(Columns* to, Strings* strings, Node node) noexcept nogil
cdef void _add_row(Columns* to, unsigned short number, int above, int level) noexcept nogil
cdef int _add_element(Columns* to, Strings* strings, Node node, int above, int level) noexcept nogil
cdef bint _add_text(Columns* to, Node node, int above, int level, bint kept) noexcept nogil
cdef bint _walk(Columns* to, Strings* strings, Node root) noexcept nogil
cdef Node _built(Node _, Node token, Node watching) noexcept nogil
cdef bint _costs_too_much(Watch* watch) noexcept nogil
cdef Node _new_parser(Watch* watch) noexcept nogil
cdef Node _parsed(Node parser, Watch* watch, Bytes html, size_t length) noexcept nogil


cdef class Room:
    cdef readonly size_t size  # bytes
    cdef void* _memory
    cdef Node _parser
    cdef Watch _watch
    cdef Columns _to
    cdef Strings _table
    cdef bint _reserve(self, Py_ssize_t rows, Py_ssize_t attributes, size_t source_bytes) noexcept
