HEADER = ".version 8.7\n.target sm_90\n.address_size 64\n"


def test_nothing():
    pass


def test_good(ptxcheck_text):
    ptxcheck_text(HEADER)


def test_bad(ptxcheck_text):
    ptxcheck_text(HEADER + ".entry k() {\n.reg .b32 r;\nmov.b32 r, x;\nret;\n}\n", name="kernel")


def test_other_failure(ptxcheck_text):
    ptxcheck_text(HEADER + ".entry k() {\nret\n}\n", name="failing")
    raise RuntimeError("ptxas failed")
