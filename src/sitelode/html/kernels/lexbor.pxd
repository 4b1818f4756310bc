# C types for `lexbor.py`: the parser's tree through its functions, and the columns of a page.

from sitelode.compiled.kernels.codes cimport Code
from sitelode.html.kernels.memory cimport Bytes

ctypedef void* Node  # or an attribute, or a document

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
    Node (*new_document)() noexcept nogil
    void (*set_options)(Node, unsigned int) noexcept nogil
    unsigned int (*parse)(Node, Bytes, size_t) noexcept nogil
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
cdef Node _parsed(Bytes html, size_t length) noexcept nogil


cdef class Room:
    cdef readonly size_t size  # bytes
    cdef void* _memory
    cdef Columns _to
    cdef Strings _table
    cdef bint _reserve(self, Py_ssize_t rows, Py_ssize_t attributes, size_t source_bytes) noexcept
